package validate

import (
	"context"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// prepareCreate returns a warning, or "".
func (f *form) prepareCreate(ctx context.Context, s *Server) (warning string, err error) {
	meta, warning, err := f.editMetadata(ctx)
	if err != nil {
		return "", err
	}
	metaedit.DropNamespace(&meta)
	metaedit.PrepareCreate(&meta, metaedit.SystemFields{})
	s.keepManagedFields(&meta, &metaedit.Editor{})
	f.meta = meta.Fields()
	return warning, nil
}

// prepareUpdate returns a warning, or "".
func (f *form) prepareUpdate(ctx context.Context, s *Server, old *form) (warning string, err error) {
	meta, warning, err := f.editMetadata(ctx)
	if err != nil {
		return "", err
	}
	was := metaedit.Edit(map[string]any{"metadata": old.meta})
	metaedit.DropNamespace(&meta)
	metaedit.PrepareUpdate(&meta, &was, !f.spec.same(&old.spec))
	s.keepManagedFields(&meta, &was)
	f.meta = meta.Fields()
	return warning, nil
}

// keepManagedFields sets the managed fields as a server of v1 keeps them.
func (s *Server) keepManagedFields(meta, old *metaedit.Editor) {
	if s.Tracked {
		return
	}
	managedfields.Keep(meta, old)
	managedfields.DropOthers(meta, crd.Group+"/v1")
}

// dropManagedFields drops the managed fields of requests to subresources, so that the old
// ones are kept.
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

// storedSpec returns the stored spec after the check has coerced the defaults.
func (f *form) storedSpec(ctx context.Context, manifest map[string]any) map[string]any {
	spec := crd.Edit(crd.StoredSpec(manifest))
	spec.Set("versions", f.coerceDefaults(ctx, spec.Get("versions")))
	return spec.Result()
}

// Stored returns a stored CRD as the server reads it: of v1 and with the defaults of fields.
// undecodable are the errors for values that the server cannot decode. The error is the same
// as of the methods of [Server].
func Stored(ctx context.Context, old map[string]any) (stored map[string]any, undecodable structural.Errors, err error) {
	f, undecodable, err := readForm(ctx, old)
	if err != nil || len(undecodable) > 0 {
		return nil, undecodable, err
	}
	return crd.StoredObject(old, f.meta, crd.StoredSpec(old), crd.StoredStatus(old, f.status.storedVersions)), nil, nil
}
