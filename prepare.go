package crdschema

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// normalizeOld checks the stored object of an update.
func (a *admission) normalizeOld() bool {
	if a.operation == Create {
		return true
	}
	var err error
	a.old, err = normalObject(a.req.Old, "old object")
	_, a.storedVersion = groupVersion(a.old)
	return a.fail(err)
}

// checkNamespace sets the namespace of the request's URL and rejects an object of
// another one.
//
// Rule: k8s.io/apiserver/pkg/registry/rest,
// EnsureObjectNamespaceMatchesRequestNamespace.
func (a *admission) checkNamespace() bool {
	old := metaedit.Edit(a.old)
	requested := cmp.Or(a.req.Namespace, old.Text("namespace"))
	if !metaedit.PrepareNamespace(&a.meta, a.definition.scope, requested) {
		return a.reject(badRequest(codes.MetadataNamespaceMismatchDetail))
	}
	return true
}

// checkName rejects an update of an object with another name than that of the
// URL.
func (a *admission) checkName() bool {
	if a.operation == Create {
		return true
	}
	old := metaedit.Edit(a.old)
	return a.reject(compareNames(a.meta.Text("name"), cmp.Or(a.req.Name, old.Text("name"))))
}

// compareNames returns a status if the name of an object is not that of the URL.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func compareNames(name, url string) *Status {
	switch name {
	case "":
		return badRequest("the name of the object (%s based on URL) was undeterminable: name must be provided", url)
	case url:
		return nil
	default:
		return badRequest("the name of the object (%s) does not match the name on the URL (%s)", name, url)
	}
}

// deduplicateOwners drops repeated owner references and warns of them.
func (a *admission) deduplicateOwners() bool {
	obj, warning := objectmeta.DedupOwnerReferences(a.res.Decoded)
	if warning != "" {
		deduplicated := metaedit.Edit(obj)
		a.meta.Set("ownerReferences", deduplicated.Get("ownerReferences"))
		a.warnings.add(metaedit.PathOf("ownerReferences"), warning)
	}
	return true
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
		meta := metaedit.Edit(a.old)
		revision, _ := resourceVersion(&meta)
		return a.reject(internalError(wire.NotDecodable(revision, err.Error())))
	}
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
	metaedit.KeepManagedFields(&a.meta, old)
	return a.meta.Get("managedFields") != nil && metaedit.MergeManagedFields(&a.meta, old, a.definition.declares)
}

// checkTerminating rejects new objects of a definition that is being deleted.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, forbidCreateAdmission.
func (a *admission) checkTerminating() bool {
	if a.operation != Create || !a.definition.terminating {
		return true
	}
	decoded := metaedit.Edit(a.res.Decoded)
	return a.reject(a.definition.resource(&decoded).forbidden("create not allowed while custom resource definition is terminating"))
}

// checkUID rejects an update of an object with another uid than that of the stored
// one, if both have one.
func (a *admission) checkUID() bool {
	if a.operation == Create {
		return true
	}
	r := a.replacement()
	return a.reject(r.checkUID())
}

// checkResourceVersion rejects an update whose resource version is missing, not a
// number or not that of the stored object.
func (a *admission) checkResourceVersion() bool {
	if a.operation == Create {
		return true
	}
	r := a.replacement()
	status, errs := r.checkResourceVersion()
	a.res.Errors, a.res.invalid = errs, r.of
	return a.reject(status) && len(errs) == 0
}

func (a *admission) replacement() replacement {
	d := a.definition
	return replacement{meta: a.meta, old: metaedit.Edit(a.old), of: d.resource(&a.meta), key: d.storageKey("/registry", &a.meta)}
}

// resource returns the object with metadata meta as one of its resource.
func (d *Definition) resource(meta *metaedit.Editor) subject {
	return subject{group: d.group, kind: d.names.Plural, name: meta.Text("name")}
}

// storageKey returns the key of the object with metadata meta in the storage of a
// server with a prefix.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, NamespaceKeyFunc.
func (d *Definition) storageKey(prefix string, meta *metaedit.Editor) string {
	return path.Join(prefix, d.group, d.names.Plural, meta.Text("namespace"), meta.Text("name"))
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

// equalBut reports whether two objects are equal without some of their fields.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual, which on JSON
// values is [structural.Equal].
func equalBut(a, b map[string]any, fields ...string) bool {
	left := 0 // fields of b that have not been compared
	for name := range b {
		if !slices.Contains(fields, name) {
			left++
		}
	}
	for name, v := range a {
		if slices.Contains(fields, name) {
			continue
		}
		if w, found := b[name]; !found || !structural.Equal(v, w) {
			return false
		}
		left--
	}
	return left == 0
}
