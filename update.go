package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// PrepareUpdate returns obj, a decoded object that replaces old, as the server prepares
// an update: with the status of old if there is a status subresource, and with the
// generation of old, incremented if anything but the metadata changes. Both are
// normalized objects of this version: old as [Version.DecodeStored] returns it.
//
// What the server does to the metadata of any update comes before: see
// objectmeta.PrepareUpdate.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.PrepareForUpdate.
func (v *Version) PrepareUpdate(obj, old map[string]any) map[string]any {
	obj = v.keepStatus(obj, old)
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	metaedit.PrepareGeneration(&meta, &stored, !metaedit.EqualBut(obj, old, "metadata"))
	return meta.Object(obj)
}

// keepStatus returns obj with the status of old if there is a status subresource.
func (v *Version) keepStatus(obj, old map[string]any) map[string]any {
	if !v.status {
		return obj
	}
	return withStatusOf(obj, old)
}

// ValidateUpdate validates obj, which replaces old and which [Version.PrepareUpdate] has
// prepared. Both are normalized objects of this version. Errors of values that the
// update does not change are tolerated as the server tolerates them.
//
// The errors begin with those that the server finds in the metadata of every update: obj
// needs a resourceVersion. The error is that of [Version.ValidateCreate].
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate; k8s.io/apiserver/pkg/registry/rest,
// ValidateUpdate.
func (v *Version) ValidateUpdate(ctx context.Context, obj, old map[string]any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	c := newValidation(v, obj, old, opts)
	c.Add(objectmeta.ValidateUpdate(ctx, obj, old, v.definition.scope))
	c.validateType()
	if !c.mistyped {
		c.Values(ctx, obj)
		c.validateScale()
	}
	c.Embedded(ctx, obj)
	c.Lists(ctx, obj)
	return c.validateRules(ctx, obj)
}

// prepareUpdate sets the object to validate to the decoded one with the system
// metadata of the old object, prepared.
func (a *admission) prepareUpdate() {
	obj, old := a.version.keepStatus(a.res.Decoded, a.old), metaedit.Edit(a.old)
	if !a.tracks() && a.prepareManagedFields(&old) && a.version.status {
		managedfields.DisownStatus(&a.meta, a.res.Decoded, a.old, a.definition.apiVersion(a.version.name))
	}
	metaedit.PrepareUpdate(&a.meta, &old, !metaedit.EqualBut(obj, a.old, "metadata"))
	a.res.Validated = a.meta.Object(obj)
	a.keepTimes()
}
