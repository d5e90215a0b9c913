package crdschema

import (
	"cmp"
	"context"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// prepare makes the object to keep out of the decoded one, and returns the old
// one as the server reads it.
//
// Rules: k8s.io/apiserver/pkg/registry/rest, BeforeCreate and BeforeUpdate;
// k8s.io/apiextensions-apiserver/pkg/registry/customresource, the strategies'
// PrepareForCreate and PrepareForUpdate.
func (a *admission) prepare(ctx context.Context) (old map[string]any, err error) {
	out, warning := objectmeta.DedupOwnerReferences(a.res.Decoded)
	meta := objectmeta.Edit(out)
	if a.req.Operation != Create {
		if old, err = normalObject(a.req.Old, "old object"); err != nil {
			return nil, err
		}
	}
	if a.res.Status = a.place(&meta, objectmeta.Edit(old)); a.res.Status != nil {
		return nil, nil
	}
	a.warnings.add(warning)
	if a.req.Operation == Create {
		a.prepareNew(out, meta)
		return nil, nil
	}
	if old, err = a.definition.read(ctx, old, a.version); err != nil {
		return nil, err
	}
	if a.req.Operation == UpdateStatus {
		a.prepareStatus(out, old)
	} else {
		a.prepareUpdate(out, meta, old)
	}
	return old, nil
}

// place puts the object into the namespace of the request's URL, and checks that
// an update means the object of that name.
//
// Rules: k8s.io/apiserver/pkg/registry/rest,
// EnsureObjectNamespaceMatchesRequestNamespace; k8s.io/apiserver/pkg/endpoints/
// handlers, checkName.
func (a *admission) place(meta *objectmeta.Editor, old objectmeta.Editor) *Status {
	url := cmp.Or(a.req.Namespace, old.Text("namespace"))
	if !objectmeta.PrepareNamespace(meta, a.definition.scope, url) {
		return badRequest("the namespace of the provided object does not match the namespace sent on the request")
	}
	if a.req.Operation == Create {
		return nil
	}
	return misnamed(meta.Text("name"), cmp.Or(a.req.Name, old.Text("name")))
}

// versionless reports that an update does not say which state of the object it is
// made for. Then nothing else is looked at.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, Store.Update.
func (a *admission) versionless() bool {
	if a.req.Operation == Create {
		return false
	}
	meta := objectmeta.Edit(a.res.Decoded)
	if text := meta.Text("resourceVersion"); strings.Trim(text, "0") != "" {
		return false
	}
	a.refuse(structural.Errors{{
		Path: structural.Path{structural.Field("metadata"), structural.Field("resourceVersion")},
		Kind: structural.Invalid, Value: int64(0), Detail: "must be specified for an update",
	}})
	return true
}

// misnamed refuses an update with another name than that of the URL.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func misnamed(name, url string) *Status {
	switch name {
	case "":
		return badRequest("the name of the object (%s based on URL) was undeterminable: name must be provided", url)
	case url:
		return nil
	default:
		return badRequest("the name of the object (%s) does not match the name on the URL (%s)", name, url)
	}
}

func (a *admission) prepareNew(out map[string]any, meta objectmeta.Editor) {
	objectmeta.KeepManagedFields(&meta, &objectmeta.Editor{})
	named := objectmeta.PrepareCreate(&meta, objectmeta.SystemFields{
		CreationTimestamp: a.req.CreationTimestamp, UID: a.req.UID, NameSuffix: a.req.NameSuffix,
	})
	a.unnamed = named && a.req.NameSuffix == ""
	if a.version.status {
		out = without(out, "status")
	}
	a.res.Object = meta.Object(out)
}

func (a *admission) prepareUpdate(out map[string]any, meta objectmeta.Editor, old map[string]any) {
	oldMeta := objectmeta.Edit(old)
	if a.version.status {
		out = withStatusOf(out, old)
	}
	objectmeta.KeepManagedFields(&meta, &oldMeta)
	objectmeta.PrepareUpdate(&meta, &oldMeta, !equalButMetadata(out, old))
	a.res.Object = meta.Object(out)
}

// prepareStatus takes nothing but the status from the request.
func (a *admission) prepareStatus(out, old map[string]any) {
	a.res.Object = withStatusOf(old, out)
	a.claims = !equalBut(out, old, "metadata", "spec", "status")
}

// claimed is an object in whose metadata the server has written that the sender
// of the request manages other fields than before. What exactly it writes does not
// matter to anybody who can see the object here.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, the
// GetResetFields of the strategy for the status.
func claimed(obj map[string]any) map[string]any {
	meta := objectmeta.Edit(obj)
	meta.Set("managedFields", []any{meta.Get("managedFields")})
	return meta.Object(obj)
}

// withStatusOf is obj with the status of from, without any if from has none.
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

func without(obj map[string]any, field string) map[string]any {
	if _, found := obj[field]; !found {
		return obj
	}
	out := cow.OfMap(obj)
	out.Delete(field)
	obj, _ = out.Result()
	return obj
}

// equalButMetadata compares two objects as a server does to decide on the
// generation.
//
// Rule: k8s.io/apimachinery/pkg/api/equality, Semantic.DeepEqual, which on JSON
// values is [structural.Equal].
func equalButMetadata(a, b map[string]any) bool {
	return equalBut(a, b, "metadata")
}

// equalBut compares two objects without some of their fields.
func equalBut(a, b map[string]any, fields ...string) bool {
	for _, field := range fields {
		a, b = without(a, field), without(b, field)
	}
	return structural.Equal(a, b)
}
