package apply

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Applier applies configurations to the objects of one definition, and keeps track of the
// managers of their fields. Only [New] makes one: methods of a nil or zero Applier panic.
type Applier struct {
	definition *crdschema.Definition
	versions   map[string]*version                                  // by name
	reset      map[string]map[fieldpath.APIVersion]fieldpath.Filter // by subresource and version
	scaleTypes func() *schema.Schema
	guardFrom  int64 // guardedSteps, except in tests
}

type version struct {
	version *crdschema.Version
	types   *atomic.Pointer[schema.Schema] // to nil until a call has built them
}

// New returns an Applier for a definition, or an error if d is nil.
func New(d *crdschema.Definition) (*Applier, error) {
	if d == nil {
		return nil, errors.New("no definition")
	}
	names := d.Versions()
	a := &Applier{definition: d, versions: make(map[string]*version, len(names)), reset: map[string]map[fieldpath.APIVersion]fieldpath.Filter{}, guardFrom: guardedSteps}
	bySchema := map[*structural.Schema]*atomic.Pointer[schema.Schema]{}
	for _, name := range names {
		v, _ := d.Version(name)
		if bySchema[v.Schema()] == nil {
			bySchema[v.Schema()] = &atomic.Pointer[schema.Schema]{}
		}
		a.versions[name] = &version{v, bySchema[v.Schema()]}
	}
	a.resetFields()
	a.scaleTypes = sync.OnceValue(func() *schema.Schema { return scaleTypes(d.PreservesUnknownFields()) })
	return a, nil
}

// resetFields sets the fields that requests do not change. In requests for an object only the
// version of the request has such fields.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, GetResetFields;
// pkg/apiserver, getStatusResetFields.
func (a *Applier) resetFields() {
	status := map[fieldpath.APIVersion]fieldpath.Filter{}
	for _, typed := range a.versions {
		v := typed.version
		if !v.Subresources().Status {
			continue
		}
		name := fieldpath.APIVersion(a.apiVersion(v.Name()))
		a.reset[v.Name()] = map[fieldpath.APIVersion]fieldpath.Filter{name: excluding("status")}
		status[name] = excluding("metadata", "spec")
	}
	a.reset["/status"] = status
}

func excluding(names ...string) fieldpath.Filter {
	set := fieldpath.NewSet()
	for _, name := range names {
		set.Insert(fieldpath.MakePathOrDie(name))
	}
	return fieldpath.NewExcludeSetFilter(set)
}

func (a *Applier) apiVersion(version string) string {
	return gotype.GroupVersion{Group: a.definition.Group(), Version: version}.String()
}

// versionIn returns the version in an apiVersion of the definition's group. For another group, it
// returns apiVersion and false.
func (a *Applier) versionIn(apiVersion string) (string, bool) {
	gv, err := gotype.ParseGroupVersion(apiVersion)
	if err != nil || gv.Group != a.definition.Group() {
		return apiVersion, false
	}
	return gv.Version, true
}

// typesAt returns the types of the objects of an apiVersion. They are nil if the definition
// does not have the version, or if the call has to end.
func (a *Applier) typesAt(ctx context.Context, w *work.Tracker, apiVersion string) *schema.Schema {
	name, ok := a.versionIn(apiVersion)
	if !ok {
		return nil
	}
	v, ok := a.versions[name]
	if !ok {
		return nil
	}
	if types := v.types.Load(); types != nil {
		return types
	}
	types := typesOf(ctx, w, v.version.Schema(), a.definition.PreservesUnknownFields())
	if w.Failed() {
		return nil
	}
	v.types.CompareAndSwap(nil, types) // the merge library compares pointers to types
	return v.types.Load()
}

// TrackFields calls [Applier.Update] for Definition.Admit, with the Applier as
// crdschema.Request.Fields.
func (a *Applier) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.Update(ctx, requestOf(change))
}

// ApplyFields calls [Applier.Apply] for Definition.Admit.
func (a *Applier) ApplyFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.Apply(ctx, requestOf(change))
}

func requestOf(c crdschema.FieldChange) Request {
	return Request{Live: c.Live, Object: c.Object, Version: c.Version, Subresource: c.Subresource, Manager: c.Manager, Force: c.Force, Now: c.Now}
}
