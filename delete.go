package crdschema

import (
	"cmp"
	"context"
	"errors"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
)

// Delete returns the server's answer to a request to delete an object (DELETE), and the
// object that it stores. An object without finalizers is gone. An object with finalizers is
// marked: from then on [Definition.Admit] refuses new finalizers, and the update that
// removes the last one removes the object ([Result.Gone]). The propagation policy adds or
// removes the finalizers of the garbage collector, orphan and foregroundDeletion. A grace
// period changes nothing: custom resources do not have one.
//
// The server deletes a collection (DELETECOLLECTION) object by object, in any order, with
// the same options. It continues after an object that is not found, and ends with the first
// other rejection. It answers with the list of the old objects.
// ignoreStoreReadErrorWithClusterBreakingPotential is not allowed there.
//
// A rejected request has a Status or Errors. An error means no verdict: the error is from
// the context or the budget, Old or Options are missing or not JSON values (see
// structural.Normalize), there is no converter, or the object is to be marked without Now.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers, DeleteResource; k8s.io/apiserver/pkg/
// registry/rest, BeforeDelete; k8s.io/apiserver/pkg/registry/generic/registry,
// Store.Delete.
func (d *Definition) Delete(ctx context.Context, req DeleteRequest) (DeleteResult, error) {
	ctx, _ = work.Share(ctx)
	a := deletion{definition: d, req: req}
	a.run(ctx)
	if a.failure != nil {
		return DeleteResult{}, a.failure
	}
	a.res.status = a.status
	return a.res, nil
}

type deletion struct {
	ending
	definition *Definition
	req        DeleteRequest
	version    *Version
	options    request.DeleteOptions
	storedOld  normal          // as it is in storage
	old        map[string]any  // at the version of the request
	meta       metaedit.Editor // of old, then of the object to store
	unreadable error           // why old cannot be read
	res        DeleteResult
}

// run runs the stages of the request in the server's order.
func (a *deletion) run(ctx context.Context) bool {
	return a.normalize(ctx) &&
		a.findVersion() &&
		a.readOptions(ctx) &&
		a.validateOptions() &&
		a.find() &&
		a.readOld(ctx) &&
		a.checkReadable() &&
		a.checkPreconditions() &&
		a.mark(ctx)
}

func (a *deletion) normalize(ctx context.Context) bool {
	err := ctx.Err()
	switch {
	case err != nil:
	case a.req.Old == nil && a.req.Name == "":
		err = errors.New("there is neither an object nor its name")
	case len(a.req.Body) > 0 && a.req.Options != nil:
		err = errors.New("a request with a Body cannot have Options too")
	case a.req.Options != nil:
		a.req.Options, err = normalObject(a.req.Options, "map of options")
	}
	if err == nil && a.req.Old != nil {
		a.storedOld, err = a.definition.normalizeStored(a.req.Old, "old object")
	}
	a.meta = metaedit.Edit(a.storedOld.object)
	return a.fail(err)
}

// findVersion sets the version of the request. It rejects one that is not served.
func (a *deletion) findVersion() bool {
	v, found := a.definition.Version(cmp.Or(a.req.Version, a.definition.storage.name))
	if !found || !v.served {
		return a.reject(status.NotServed())
	}
	a.version = v
	var sent errlist.WarningRecorder
	sent.Add(nil, v.warning)
	a.res.Warnings, _ = sent.Sent()
	return true
}

func (a *deletion) readOptions(ctx context.Context) bool {
	var rejected *Status
	var err error
	switch {
	case len(a.req.Body) > 0:
		a.options, rejected, err = request.ReadDeleteBody(ctx, a.req.Body, a.req.ContentType)
	case a.req.Options != nil:
		a.options, rejected = request.DeleteOptionsOf(request.ReadDeleteOptionsMap(a.req.Options))
	}
	a.res.DryRun = len(a.options.DryRun) > 0
	return a.fail(err) && a.reject(rejected)
}

func (a *deletion) validateOptions() bool {
	a.res.invalid = status.Resource{Group: request.OptionsGroup, Kind: "DeleteOptions"}
	a.res.Errors = a.options.Validate()
	return len(a.res.Errors) == 0
}

// find rejects a request for an object that is not stored.
func (a *deletion) find() bool {
	if a.storedOld.object != nil {
		return true
	}
	return a.reject(a.definition.Resource(a.req.Name).NotFound())
}

func (a *deletion) readOld(ctx context.Context) bool {
	old, err := a.definition.read(ctx, a.storedOld, a.version)
	switch {
	case err == nil:
		a.old, a.meta = old, metaedit.Edit(old)
	case ofServer(ctx, err):
		a.unreadable = err
	default:
		return a.fail(err)
	}
	return true
}

// checkReadable rejects a request for an object that cannot be read. If the options ask for
// the deletion of such an object, it rejects any other.
//
// Rule: k8s.io/apiserver/pkg/registry/generic/registry, corruptObjectDeleter.
func (a *deletion) checkReadable() bool {
	switch d := a.definition; {
	case a.options.Unsafe() && a.unreadable != nil:
		a.remove(map[string]any{"name": a.name(), "kind": d.names.Kind})
		a.res.Object["code"] = int64(a.res.Code)
		return false
	case a.options.Unsafe():
		return a.reject(d.resource(&a.meta).Decodable(d.key(request.KeyPrefix(a.req.StoragePrefix, false), &a.meta).String()))
	case a.unreadable != nil:
		revision, _ := request.Revision(&a.meta)
		return a.reject(StatusOf(&failedError{a.unreadable, d.key("/", &a.meta).String(), revision}))
	default:
		return true
	}
}

func (a *deletion) name() string { return cmp.Or(a.req.Name, a.meta.Text("name")) }

// checkPreconditions rejects a request for another uid or resourceVersion than the stored one.
func (a *deletion) checkPreconditions() bool {
	required := a.options.Preconditions
	if required == nil {
		return true
	}
	typed := gotype.TypeMetaOf(a.old)
	obj := status.Resource{Group: typed.Group, Kind: typed.Kind, Name: a.meta.Text("name")}
	uid, version := a.meta.Text("uid"), a.meta.Text("resourceVersion")
	switch {
	case differs(required.UID, uid):
		return a.reject(obj.DeletionUID(*required.UID, uid))
	case differs(required.ResourceVersion, version):
		return a.reject(obj.DeletionResourceVersion(*required.ResourceVersion, version))
	default:
		return true
	}
}

// differs reports whether a required text is not the stored one. Any text is equal to "".
func differs(required *string, stored string) bool {
	return required != nil && stored != "" && stored != *required
}

// mark marks an object with finalizers as being deleted, and removes one without.
func (a *deletion) mark(ctx context.Context) bool {
	current, _ := a.meta.Get("finalizers").([]any)
	finalizers := a.options.Finalizers(current)
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

// removeLast removes an object if the options remove its last finalizers. The server goes on
// with an object without metadata: it answers a dry run, and a required resourceVersion is
// compared with its missing one.
func (a *deletion) removeLast() bool {
	d := a.definition
	switch required := a.options.Preconditions; {
	case a.res.DryRun:
		a.removeFound()
		a.res.Object = map[string]any{"apiVersion": d.apiVersion(a.version.name), "kind": d.names.Kind}
	case required != nil && required.ResourceVersion != nil:
		key := d.key(request.KeyPrefix(a.req.StoragePrefix, false), &a.meta).String()
		return a.reject(d.resource(&a.meta).LostResourceVersion(key, a.meta.Text("resourceVersion")))
	default:
		a.removeFound()
	}
	return true
}

func (a *deletion) removeFound() {
	d := a.definition
	a.remove(map[string]any{"name": a.meta.Text("name"), "group": d.group, "kind": d.names.Plural, "uid": a.meta.Text("uid")})
}

func (a *deletion) markAsDeleting() bool {
	if a.req.Now.IsZero() && metaedit.Time(a.meta.Get("deletionTimestamp")).IsZero() {
		return a.fail(errors.New("the object has finalizers: it is marked with the time of the request, Now, which is missing"))
	}
	metaedit.MarkAsDeleting(&a.meta, a.req.Now)
	return true
}

// persist writes the marked object to storage and reads it back.
func (a *deletion) persist(ctx context.Context) bool {
	w := writing{definition: a.definition, version: a.version, old: a.storedOld.object, revision: a.req.Revision, dryRun: a.res.DryRun}
	written, err := w.writeAndRead(ctx, a.meta.Object(a.old))
	if err != nil {
		return a.refuse(ctx, err, unexpected)
	}
	a.res.Stored, a.res.Object = written.stored, written.object
	a.res.Code = 200
	if orphan := a.options.OrphanDependents; orphan != nil && !*orphan {
		a.res.Code = 202
	}
	return true
}

func (a *deletion) remove(details map[string]any) {
	for name, v := range details {
		if v == "" {
			delete(details, name)
		}
	}
	a.res.Gone, a.res.Code = true, 200
	a.res.Object = map[string]any{"kind": "Status", "apiVersion": "v1", "metadata": map[string]any{}, "status": "Success", "details": details}
}
