package validate

import (
	"context"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/crd/store"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// prepareCreate sets the metadata of a new CRD. It returns a warning, or "".
func (f *form) prepareCreate(ctx context.Context) (warning string, err error) {
	meta, warning, err := f.editMetadata(ctx)
	if err != nil {
		return "", err
	}
	metaedit.PrepareNamespace(&meta, objectmeta.ClusterScoped, "")
	metaedit.PrepareCreate(&meta, metaedit.SystemFields{})
	keepManagedFields(&meta, &metaedit.Editor{})
	f.meta = meta.Fields()
	return warning, nil
}

// prepareUpdate sets the metadata of an update of old. It returns a warning, or
// "".
func (f *form) prepareUpdate(ctx context.Context, old *form) (warning string, err error) {
	meta, warning, err := f.editMetadata(ctx)
	if err != nil {
		return "", err
	}
	was := metaedit.Edit(map[string]any{"metadata": old.meta})
	metaedit.PrepareNamespace(&meta, objectmeta.ClusterScoped, "")
	metaedit.PrepareUpdate(&meta, &was, !f.spec.same(&old.spec))
	keepManagedFields(&meta, &was)
	f.meta = meta.Fields()
	return warning, nil
}

// keepManagedFields sets the managed fields to those that the server keeps. It serves
// only v1.
func keepManagedFields(meta, old *metaedit.Editor) {
	managedfields.Keep(meta, old)
	managedfields.DropOthers(meta, crd.Group+"/v1")
}

// dropManagedFields drops the managed fields, as the server does in requests to
// subresources. It then keeps the managed fields of the old CRD.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.Update.
func (f *form) dropManagedFields() {
	meta := metaedit.Edit(map[string]any{"metadata": f.meta})
	meta.Set("managedFields", nil)
	f.meta = meta.Fields()
}

func (f *form) editMetadata(ctx context.Context) (metaedit.Editor, string, error) {
	obj, warning, err := objectmeta.DedupOwnerReferences(ctx, map[string]any{"metadata": f.meta})
	return metaedit.Edit(obj), warning, err
}

// storedSpec returns the spec of a CRD as it is stored after the check has coerced the
// defaults.
func (f *form) storedSpec(ctx context.Context, manifest map[string]any) map[string]any {
	spec := crd.Edit(store.Spec(manifest))
	spec.Set("versions", f.coerceDefaults(ctx, spec.Get("versions")))
	return spec.Result()
}
