package crdschema

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema/internal/checks"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
)

// persist writes the object to storage and reads it back at the version of the
// request. It rejects the request if a conversion fails.
//
// Rules: k8s.io/apiserver/pkg/registry/generic/registry, Store.Create and
// Store.Update; k8s.io/apiserver/pkg/storage/etcd3, store.
func (a *admission) persist(ctx context.Context) bool {
	if len(a.res.Errors) > 0 || !a.checkUnversioned() {
		return true
	}
	if a.finalized() {
		a.res.Object, a.res.Gone = a.res.Validated, true
		return true
	}
	stored, object, err := a.writeAndRead(ctx)
	if err != nil {
		return a.unconverted(ctx, err)
	}
	a.res.Stored, a.res.Object = stored, object
	return true
}

// writeAndRead returns the object as it is stored, and as it is read at the version
// of the request.
func (a *admission) writeAndRead(ctx context.Context) (stored, object map[string]any, err error) {
	w, obj := a.writing(), a.res.Validated
	if !a.settled() {
		return w.writeAndRead(ctx, obj)
	}
	stored, object = withoutStorageFields(obj), obj
	if w.definition.conversion.Converter != nil { // which fails if it cannot be called
		object, err = w.definition.conversion.Convert(ctx, obj, w.definition.apiVersion(w.version.name))
	}
	return stored, w.versioned(object, stored, obj), err
}

func (a *admission) writing() writing {
	return writing{definition: a.definition, version: a.version, old: a.storedOld, revision: a.req.Revision, dryRun: a.req.DryRun}
}

// finalized reports whether an update removes the object.
func (a *admission) finalized() bool {
	meta, old := metaedit.Edit(a.res.Validated), metaedit.Edit(a.old)
	return a.operation != Create && checks.Finalized(&meta, &old)
}

// checkUnversioned rejects a new object that has a resource version.
func (a *admission) checkUnversioned() bool {
	return a.operation != Create || a.reject(checks.Unversioned(&a.meta, a.req.DryRun))
}

// settled reports whether the object is known not to change on the way to storage
// and back: both ends have the same version, and decoding the object again drops
// nothing and sets no default. The body of an update of the status that names another
// kind, and with a patch another version, has not been decoded with the schema, and the
// number of replicas of a Scale may be in a field that the schema does not specify.
func (a *admission) settled() bool {
	v, meta := a.version, metaedit.Edit(a.res.Validated)
	switch {
	case v != a.definition.storage, a.req.applies(), a.in.scale != nil, meta.Get("selfLink") != nil, a.in.typed != v.typeMeta():
		return false
	case len(a.res.Defaulted) > 0 && v.schema.ChangesDefaults():
		return false
	case a.operation == Create:
		return !(v.status && v.schema.Structural.Property("status").HasDefault()) && meta.Get("resourceVersion") == nil
	default:
		return a.storedVersion == v.name
	}
}

// unconverted ends a request whose object cannot be converted: with a Status,
// without a verdict if the context is done, or with the verdict of validation alone
// if there is no converter.
func (a *admission) unconverted(ctx context.Context, err error) bool {
	var missing noConverterError
	switch {
	case ctx.Err() != nil:
		return a.fail(ctx.Err())
	case errors.As(err, &missing):
		return true
	default:
		return a.reject(status.Unexpected(err.Error()))
	}
}
