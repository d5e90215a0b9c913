package crdschema

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seed95800270/crdschema/internal/checks"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// normalizeOld checks the stored object of an update. Without one, there must be a name to
// say that it is not found.
func (a *admission) normalizeOld() bool {
	if a.operation == Create {
		return true
	}
	if a.req.Old == nil {
		return a.nameMissing()
	}
	var err error
	a.old, err = normalObject(a.req.Old, "old object")
	a.storedOld = a.old
	_, a.storedVersion = groupVersion(a.old)
	return a.fail(err)
}

// nameMissing sets the name of an object that is not stored to that of the object in the
// body if the URL has none.
func (a *admission) nameMissing() bool {
	if a.req.Name = a.requested().Name; a.req.Name == "" {
		return a.fail(errors.New("there is neither an old object nor its name"))
	}
	return true
}

// checkExists rejects an update of an object that is not stored (404).
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (a *admission) checkExists() bool {
	return a.operation == Create || a.req.Old != nil || a.reject(a.requested().NotFound())
}

// namespace returns the namespace in the URL of the request.
func (a *admission) namespace() string {
	old := metaedit.Edit(a.old)
	return cmp.Or(a.req.Namespace, old.Text("namespace"))
}

// name returns the name in the URL of the request.
func (a *admission) name() string {
	old := metaedit.Edit(a.old)
	return cmp.Or(a.req.Name, old.Text("name"))
}

// checkNamespace sets the namespace of the request's URL and rejects an object of
// another one.
func (a *admission) checkNamespace() bool {
	return a.reject(checks.Namespace(&a.meta, a.definition.scope, a.namespace()))
}

// checkName rejects an update of an object with another name than that of the
// URL.
func (a *admission) checkName() bool {
	return a.operation == Create || a.reject(checks.Name(a.meta.Text("name"), a.name()))
}

// deduplicateOwners drops repeated owner references and warns of them.
func (a *admission) deduplicateOwners(ctx context.Context) bool {
	dedup := objectmeta.DedupOwnerReferences
	if a.req.Operation.isPatch() {
		dedup = objectmeta.DedupPatchedOwnerReferences
	}
	obj := a.res.Decoded
	if a.in.scale != nil {
		obj = withOwners(obj)
	}
	obj, warning, err := dedup(ctx, obj)
	if err != nil {
		return a.fail(err)
	}
	if warning != "" {
		deduplicated := metaedit.Edit(obj)
		a.meta.Set("ownerReferences", deduplicated.Get("ownerReferences"))
		a.warnings.Add(metaedit.PathOf("ownerReferences"), warning)
	}
	return true
}

// withOwners returns a Scale with empty owner references instead of null, as the server
// decodes it.
func withOwners(obj map[string]any) map[string]any {
	meta := metaedit.Edit(obj)
	list, _ := meta.Get("ownerReferences").([]any)
	if !slices.Contains(list, any(nil)) {
		return obj
	}
	list = slices.Clone(list)
	for i, v := range list {
		if v == nil {
			list[i] = map[string]any{}
		}
	}
	meta.Set("ownerReferences", list)
	return meta.Object(obj)
}

// readOld reads the stored object at the version of the request. It rejects the
// request if the server cannot do that, for example because the conversion fails.
func (a *admission) readOld(ctx context.Context) bool {
	if a.operation == Create {
		return true
	}
	old, err := a.definition.read(ctx, a.old, a.version)
	var missing noConverterError
	switch {
	case err == nil:
		a.old = old
		return true
	case ctx.Err() != nil, errors.As(err, &missing):
		return a.fail(err)
	default:
		return a.reject(a.unreadable(err))
	}
}

// unreadable returns the Status for a stored object that cannot be read. A dry run reads
// it like a request to read an object.
func (a *admission) unreadable(err error) *Status {
	meta := metaedit.Edit(a.old)
	revision, _ := checks.Revision(&meta)
	if a.req.DryRun {
		return StatusOf(&failedError{err, a.definition.key("/", &meta).String(), revision})
	}
	return status.Unexpected(status.NotDecodable(revision, err.Error()))
}

// prepare sets what the server sets before validation.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, BeforeCreate and BeforeUpdate;
// k8s.io/apiextensions-apiserver/pkg/registry/customresource, the strategies'
// PrepareForCreate and PrepareForUpdate.
func (a *admission) prepare() bool {
	switch a.operation {
	case Create:
		a.prepareCreate()
	case Update:
		a.prepareUpdate()
	case UpdateStatus:
		a.prepareStatus()
	case UpdateScale:
		return a.prepareScale()
	}
	return true
}

// prepareManagedFields sets the managed fields to those that the request or else the
// old object has. The server then adds the fields that the request changes.
// prepareManagedFields reports whether the server can do that.
func (a *admission) prepareManagedFields(old *metaedit.Editor) bool {
	managedfields.Keep(&a.meta, old)
	return a.meta.Get("managedFields") != nil && managedfields.Merge(&a.meta, old, a.definition.declares)
}

// checkTerminating rejects new objects of a definition that is being deleted.
func (a *admission) checkTerminating() bool {
	decoded := metaedit.Edit(a.res.Decoded) // a generated name does not count
	return a.operation != Create || !a.definition.terminating || a.reject(checks.Terminating(a.definition.resource(&decoded)))
}

// checkUID rejects an update of an object with another uid than that of the stored
// one, if both have one.
func (a *admission) checkUID() bool {
	old := metaedit.Edit(a.old)
	return a.operation == Create || a.reject(checks.UID(a.definition.key(checks.Prefix(a.req.StoragePrefix, a.req.DryRun), &a.meta), &a.meta, &old))
}

// checkResourceVersion rejects an update whose resource version is missing, not a
// number or not that of the stored object.
func (a *admission) checkResourceVersion() bool {
	if a.operation == Create {
		return true
	}
	old := metaedit.Edit(a.old)
	a.res.invalid = a.definition.resource(&a.meta)
	status, errs := checks.ResourceVersion(a.res.invalid, &a.meta, &old)
	a.res.Errors = errs
	return a.reject(status) && len(errs) == 0
}

// checkType rejects an update of an object without a version, which only a patch can make.
//
// Rule: k8s.io/apiserver/pkg/registry/rest, objectMetaAndKind.
func (a *admission) checkType() bool {
	if a.in.typed.Version != "" {
		return true
	}
	return a.reject(status.Internal(wire.MissingVersion("object has no apiVersion field")))
}

// withStatusOf returns obj with the status of from, or without one if from has
// none.
func withStatusOf(obj, from map[string]any) map[string]any {
	status, found := from["status"]
	if !found {
		return without(obj, "status")
	}
	out := cow.OfMap(obj)
	if current, same := obj["status"]; !same || !structural.Equal(current, status) {
		out.Set("status", status)
	}
	obj, _ = out.Result()
	return obj
}

// without returns obj without a field.
func without(obj map[string]any, field string) map[string]any {
	if _, found := obj[field]; !found {
		return obj
	}
	out := cow.OfMap(obj)
	out.Delete(field)
	obj, _ = out.Result()
	return obj
}
