package crds

import (
	"context"
	"slices"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/custom"
	"github.com/seed95800270/crdschema/crdserver/internal/rest"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/status"
)

// kind is the kind of CRDs, apiextensions.k8s.io/v1.
type kind struct{ *Controller }

var _ rest.Kind = &kind{}

func (k *kind) Table() *store.Table       { return k.table }
func (k *kind) Namespaced() bool          { return false }
func (k *kind) Lifetime() context.Context { return context.Background() }
func (k *kind) ReadsProtobuf() bool       { return true }
func (k *kind) Warnings() []string        { return nil }

// CheckPatchType leaves the answer to AdmitCRD: CRDs take other types than custom resources.
func (k *kind) CheckPatchType(string) *crdschema.Status { return nil }

func (k *kind) Read(_ context.Context, stored []map[string]any) ([]map[string]any, error) {
	return stored, nil
}

func (k *kind) ReadOne(_ context.Context, stored map[string]any) (map[string]any, error) {
	return stored, nil
}

func (k *kind) Subresource(obj map[string]any, _ string) (map[string]any, error) { return obj, nil }

func (k *kind) NotFound(_, name string) *crdschema.Status {
	return registry.CRDResource(name).NotFound()
}

func (k *kind) Selectable(context.Context) (*registry.Selectable, error) {
	return registry.CRDSelectable(), nil
}

func (k *kind) List(objs []map[string]any, metadata map[string]any) map[string]any {
	return registry.CRDList(objs, metadata)
}

func (k *kind) Printer(context.Context, string) (rest.Printer, error) { return printer{}, nil }

func (k *kind) Bookmark(revision uint64) map[string]any { return registry.CRDBookmark(revision) }

func (k *kind) InitialEventsEnd(revision uint64) map[string]any {
	return registry.CRDInitialEventsEnd(revision)
}

func (k *kind) Write(ctx context.Context, w rest.Write) (rest.Outcome, error) {
	res, err := k.admit(ctx, w, crdschema.CRDRequest{
		Body: w.Body, ContentType: w.ContentType, Old: w.Old, Name: w.Name, Operation: w.Operation,
		FieldValidation: w.Options.FieldValidation, UID: w.UID, CreationTimestamp: w.Now, Revision: w.Revision, DryRun: w.Options.DryRun,
		Fields: k.fields, FieldManager: w.FieldManager, Force: w.Options.Force != nil && *w.Options.Force, Now: w.Now,
	})
	if err != nil {
		return rest.Outcome{}, err
	}
	out := rest.Outcome{Status: res.Status(), Object: res.Object, Code: res.Code, Warnings: res.Warnings, Gone: res.Gone}
	if w.Admission != nil && res.Accepted() {
		err := k.review(ctx, w, res.Object)
		out.Warnings = registry.RecordWarnings(slices.Concat(out.Warnings, w.Admission.Warnings()))
		if out.Status = crdschema.StatusOf(err); err != nil && out.Status == nil {
			return out, err
		}
	}
	if !res.Unchanged && out.Status == nil {
		out.Stored = res.Object
	}
	return out, nil
}

func (k *kind) Delete(ctx context.Context, d rest.Deletion) (rest.Outcome, error) {
	req := crdschema.DeleteRequest{
		Body: d.Body, ContentType: d.ContentType, Options: d.Options, Old: d.Old, Name: d.Name, Now: d.Now, Revision: d.Revision,
	}
	remove := registry.DeleteCRD
	if d.Collection {
		definition, err := asObject()
		if err != nil {
			return rest.Outcome{}, err
		}
		remove, req.Version = definition.Delete, "v1"
	}
	res, err := remove(ctx, req)
	if err != nil {
		return rest.Outcome{}, err
	}
	return custom.Deleted(res, d.Old), nil
}

func (k *kind) AlreadyExists(_ string, obj, old map[string]any) *crdschema.Status {
	state := status.Live
	if meta, _ := old["metadata"].(map[string]any); meta["deletionTimestamp"] != nil {
		state = status.BeingDeleted
	}
	return registry.CRDResource(nameOf(obj)).AlreadyExists(status.GivenName, state)
}

func (k *kind) Written(ctx context.Context, w store.Write) error { return k.written(ctx, w) }

// printer makes tables of CRDs.
type printer struct{}

func (printer) Table(ctx context.Context, objs []map[string]any, _ time.Time, opts ...registry.TableOption) (map[string]any, error) {
	return registry.CRDTable(ctx, objs, opts...)
}

func (printer) TableEvent(ctx context.Context, event map[string]any, _ time.Time, opts ...registry.TableOption) (map[string]any, error) {
	return registry.CRDTableEvent(ctx, event, opts...)
}
