package crdschema

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema/internal/checks"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// mark marks an object that has finalizers as being deleted. One without is removed.
func (a *deletion) mark(ctx context.Context) bool {
	current, _ := a.meta.Get("finalizers").([]any)
	finalizers := a.options.finalizers(current)
	switch {
	case len(finalizers) > 0:
	case len(current) > 0:
		return a.removeLast()
	default:
		a.removeFound()
		return true
	}
	if !a.markAsDeleting() {
		return false
	}
	a.meta.Set("finalizers", finalizers)
	return a.persist(ctx)
}

// removeLast removes an object that only has finalizers of the garbage collector, which the
// options remove. The server first begins to mark it, and goes on with an object without
// metadata in place of the one that it has not stored: this is the answer to a dry run, and
// its resourceVersion, none, becomes the required one.
func (a *deletion) removeLast() bool {
	d := a.definition
	switch required := a.options.Preconditions; {
	case a.res.DryRun:
		a.removeFound()
		a.res.Object = map[string]any{"apiVersion": d.apiVersion(a.version.name), "kind": d.names.Kind}
	case required != nil && required.ResourceVersion != nil:
		key := d.key(checks.Prefix(a.req.StoragePrefix, false), &a.meta).String()
		return a.reject(d.resource(&a.meta).LostResourceVersion(key, a.meta.Text("resourceVersion")))
	default:
		a.removeFound()
	}
	return true
}

// removeFound removes an object that could be read.
func (a *deletion) removeFound() {
	d := a.definition
	a.remove(map[string]any{"name": a.meta.Text("name"), "group": d.group, "kind": d.names.Plural, "uid": a.meta.Text("uid")})
}

// markAsDeleting sets what says that an object is being deleted.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, markAsDeleting.
func (a *deletion) markAsDeleting() bool {
	deleted := metaedit.Time(a.meta.Get("deletionTimestamp"))
	if a.req.Now.IsZero() && deleted.IsZero() {
		return a.fail(errors.New("the object has finalizers: it is marked with the time of the request, Now, which is missing"))
	}
	if generation, _ := a.meta.Get("generation").(int64); deleted.IsZero() && generation > 0 {
		a.meta.Set("generation", generation+1)
	}
	if !a.req.Now.IsZero() && (deleted.IsZero() || deleted.After(a.req.Now)) {
		a.meta.Set("deletionTimestamp", metaedit.Timestamp(a.req.Now))
	}
	a.meta.Set("deletionGracePeriodSeconds", int64(0))
	return true
}

// persist writes the marked object to storage and reads it back.
func (a *deletion) persist(ctx context.Context) bool {
	w := writing{definition: a.definition, version: a.version, old: a.storedOld, revision: a.req.Revision, dryRun: a.res.DryRun}
	stored, object, err := w.writeAndRead(ctx, a.meta.Object(a.old))
	if err != nil {
		return a.refuse(ctx, err, unexpected)
	}
	a.res.Stored, a.res.Object, a.res.Code = stored, object, 200
	if orphan := a.options.OrphanDependents; orphan != nil && !*orphan {
		a.res.Code = 202
	}
	return true
}

// remove answers with a Status of success that has details.
func (a *deletion) remove(details map[string]any) {
	for name, v := range details {
		if v == "" {
			delete(details, name)
		}
	}
	a.res.Gone, a.res.Code = true, 200
	a.res.Object = map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Success", "details": details}
}
