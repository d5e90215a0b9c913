package registry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// DeleteCRD returns the server's answer to a request to delete a CRD (DELETE), and the CRD
// that it stores. The first request marks the CRD ([lifecycle.MarkForDeletion]): it stays
// until [lifecycle.Finalize] has removed its finalizer. A request for a CRD that is being
// deleted already changes its finalizers as the propagation policy says, as
// [crdschema.Definition.Delete] does. req.Version is ignored.
//
// A rejected request has a Status or Errors. An error means no verdict: the error is from
// the context or the budget, Old or Options are missing or not JSON values (see
// structural.Normalize), or the CRD is to be marked without Now.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, DeleteResource;
// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition, REST.Delete;
// k8s.io/apiserver/pkg/registry/generic/registry, Store.Delete.
func DeleteCRD(ctx context.Context, req crdschema.DeleteRequest) (crdschema.DeleteResult, error) {
	ctx, _ = work.Share(ctx)
	d := crdDeletion{req: req}
	if err := d.normalize(ctx); err != nil {
		return crdschema.DeleteResult{}, err
	}
	rejected, err := d.run(ctx)
	if err != nil {
		return crdschema.DeleteResult{}, err
	}
	if rejected != nil {
		d.res.Verdict, d.res.Stored, d.res.Object = crdschema.Rejected(rejected).Verdict, nil, nil
		d.res.Errors = d.errs
	}
	return d.res, nil
}

// crdDeletion holds the state of a request to delete a CRD.
type crdDeletion struct {
	req     crdschema.DeleteRequest
	options request.DeleteOptions
	old     map[string]any
	meta    metaedit.Editor // of old, then of the CRD to store
	errs    structural.Errors
	res     crdschema.DeleteResult
}

func (d *crdDeletion) normalize(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case d.req.Old == nil && d.req.Name == "":
		return errors.New("there is neither a CRD nor its name")
	case len(d.req.Body) > 0 && d.req.Options != nil:
		return errors.New("a request with a Body cannot have Options too")
	}
	if d.req.Options != nil {
		normal, err := structural.Normalize(d.req.Options)
		if err != nil {
			return fmt.Errorf("the options: %w", err)
		}
		d.req.Options = normal.(map[string]any)
	}
	if d.req.Old == nil {
		return nil
	}
	normal, err := structural.NormalizeStored(d.req.Old)
	if err != nil {
		return fmt.Errorf("the CRD: %w", err)
	}
	d.old = normal.(map[string]any)
	d.meta = metaedit.Edit(d.old)
	return nil
}

// run returns the Status that rejects the request, or sets the answer.
func (d *crdDeletion) run(ctx context.Context) (*status.Status, error) {
	if rejected, err := d.readOptions(ctx); rejected != nil || err != nil {
		return rejected, err
	}
	if d.old == nil {
		return d.resource().NotFound(), nil
	}
	if rejected := d.checkPreconditions(); rejected != nil {
		return rejected, nil
	}
	if crd.IsDeleted(d.old) {
		return d.deleteAgain()
	}
	return nil, d.deleteFirst(ctx)
}

func (d *crdDeletion) readOptions(ctx context.Context) (rejected *status.Status, err error) {
	switch {
	case len(d.req.Body) > 0:
		d.options, rejected, err = request.ReadDeleteBody(ctx, d.req.Body, d.req.ContentType)
	case d.req.Options != nil:
		d.options, rejected = request.DeleteOptionsOf(request.ReadDeleteOptionsMap(d.req.Options))
	}
	d.res.DryRun = len(d.options.DryRun) > 0
	if rejected != nil || err != nil {
		return rejected, err
	}
	d.errs = d.options.Validate()
	return status.Resource{Group: request.OptionsGroup, Kind: "DeleteOptions"}.Invalid(d.errs), nil
}

func (d *crdDeletion) resource() status.Resource {
	return CRDResource(cmp.Or(d.req.Name, d.meta.Text("name")))
}

func (d *crdDeletion) key() string {
	return request.StorageKey{Resource: d.resource(), Prefix: request.KeyPrefix(d.req.StoragePrefix, false)}.String()
}

// checkPreconditions rejects a request for another uid or resourceVersion than the stored
// one, and the unsafe deletion of a CRD that can be read.
func (d *crdDeletion) checkPreconditions() *status.Status {
	if d.options.Unsafe() {
		return d.resource().Decodable(d.key())
	}
	required := d.options.Preconditions
	if required == nil {
		return nil
	}
	for _, c := range []struct {
		name, stored string
		required     *string
	}{{"UID", d.meta.Text("uid"), required.UID}, {"ResourceVersion", d.meta.Text("resourceVersion"), required.ResourceVersion}} {
		if c.required != nil && *c.required != c.stored {
			return d.resource().Conflict(fmt.Sprintf("precondition failed: %s in precondition: %s, %s in object meta: %s", c.name, *c.required, c.name, c.stored))
		}
	}
	return nil
}

// deleteFirst marks the CRD.
func (d *crdDeletion) deleteFirst(ctx context.Context) error {
	if d.req.Now.IsZero() {
		return errNoTime
	}
	marked, err := lifecycle.MarkForDeletion(ctx, d.old, d.req.Now)
	if err != nil {
		return err
	}
	d.meta = metaedit.Edit(marked)
	d.store(marked)
	return nil
}

var errNoTime = errors.New("the CRD is marked with the time of the request, Now, which is missing")

// deleteAgain changes the finalizers of a CRD that is being deleted, and removes one without.
func (d *crdDeletion) deleteAgain() (*status.Status, error) {
	current, _ := d.meta.Get("finalizers").([]any)
	finalizers := d.options.Finalizers(current)
	switch required := d.options.Preconditions; {
	case len(finalizers) > 0:
		metaedit.MarkAsDeleting(&d.meta, d.req.Now)
		d.meta.Set("finalizers", finalizers)
		d.store(d.old)
		return nil, nil
	case len(current) > 0 && d.res.DryRun:
		d.remove(crd.Empty())
	case len(current) > 0 && required != nil && required.ResourceVersion != nil:
		return d.resource().LostResourceVersion(d.key(), d.meta.Text("resourceVersion")), nil
	default:
		d.remove(d.success())
	}
	return nil, nil
}

// store sets the answer to a request that leaves the CRD in storage.
func (d *crdDeletion) store(out map[string]any) {
	d.res.Stored = d.meta.Object(out)
	if changed := !structural.Equal(d.res.Stored, d.old); changed && d.req.Revision != 0 && !d.res.DryRun {
		d.meta.Set("resourceVersion", strconv.FormatUint(d.req.Revision, 10))
		d.res.Stored = d.meta.Object(out)
	}
	d.res.Object, d.res.Code = d.res.Stored, 200
	if orphan := d.options.OrphanDependents; orphan != nil && !*orphan {
		d.res.Code = 202
	}
}

func (d *crdDeletion) remove(answer map[string]any) {
	d.res.Gone, d.res.Object, d.res.Code = true, answer, 200
}

// success returns the Status of a CRD that is removed.
func (d *crdDeletion) success() map[string]any {
	details := map[string]any{"name": d.resource().Name, "group": crd.Group, "kind": crd.Plural}
	if uid := d.meta.Text("uid"); uid != "" {
		details["uid"] = uid
	}
	return map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Success", "details": details}
}
