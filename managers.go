package crdschema

import (
	"context"
	"time"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
)

// FieldTracker keeps track of the managers of fields, in metadata.managedFields. The
// Applier of package structural/apply does so as the server does. It must be safe for
// concurrent use if requests with it are. [Definition.Admit] waits for its methods: they must
// look at ctx if they can take long.
type FieldTracker interface {
	// TrackFields returns change.Object with the managed fields after the change or, for
	// the subresource scale, change.Live with those and the number of replicas. It must not
	// modify its arguments. An error is a verdict if a *[Status] is in its chain, else it
	// ends [Definition.Admit] without a verdict.
	TrackFields(ctx context.Context, change FieldChange) (map[string]any, error)
	// ApplyFields returns change.Live after the configuration change.Object has been
	// applied to it, with its managed fields. It must not modify its arguments. An error is
	// as for TrackFields.
	ApplyFields(ctx context.Context, change FieldChange) (map[string]any, error)
}

// FieldChange is a change of an object for a [FieldTracker]. All objects are normalized.
type FieldChange struct {
	// Live is the stored object at Version, nil for a new object.
	Live map[string]any
	// Object is the new object as the client sent it, decoded, or the configuration that
	// it applies. For the subresource scale it is a Scale (autoscaling/v1).
	Object map[string]any
	// Version is the version of the request, and Subresource "status", "scale" or empty.
	Version, Subresource string
	// Manager is [Request.FieldManager], and Now [Request.Now].
	Manager string
	Now     time.Time
	// Force is [Request.Force].
	Force bool
}

// trackFields sets the managed fields to those after the request. Without a tracker,
// prepare sets those before it.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.UpdateNoErrors.
func (a *admission) trackFields(ctx context.Context) bool {
	if !a.tracks() || a.req.applies() {
		return true
	}
	obj, err := a.req.Fields.TrackFields(work.Caller(ctx), a.fieldChange(a.meta.Object(a.res.Decoded)))
	a.setManagers(obj)
	return a.end(err)
}

// setManagers sets the managed fields for the object to store to those of obj.
func (a *admission) setManagers(obj map[string]any) {
	a.managers = metaedit.Metadata(obj)["managedFields"]
}

// fieldChange returns the change of the stored object to obj, or by it.
func (a *admission) fieldChange(obj map[string]any) FieldChange {
	return FieldChange{
		Live: a.old, Object: obj, Version: a.version.name, Subresource: a.endpoint.subresource(), Manager: a.req.FieldManager, Now: a.req.Now,
	}
}

// tracks reports whether the request has a tracker of fields.
func (a *admission) tracks() bool { return a.req.Fields != nil }

// keepTimes restores the times of the managed fields if nothing else changes.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager,
// IgnoreManagedFieldsTimestampsTransformer.
func (a *admission) keepTimes() {
	if a.tracks() {
		a.res.Validated = managedfields.KeepTimes(a.res.Validated, a.old)
	}
}
