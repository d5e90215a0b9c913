package crdschema

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Admit returns the server's answer to a request and the object that it would store. A
// server-side apply needs Request.Fields. Admit waits for the converter and for
// Request.Fields, also when the context is done.
//
// If the server rejects the request before validation, the Result has a Status. An error
// means no verdict: the error is from the context, the budget or [Request.Fields], an
// object is missing or not a JSON value (see structural.Normalize), fields of the request
// contradict each other, or there is no converter to read the old object with.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers and registry/rest; k8s.io/
// apiextensions-apiserver/pkg/registry/customresource.
func (d *Definition) Admit(ctx context.Context, req Request) (Result, error) {
	ctx, _ = work.Share(ctx)
	a := admission{definition: d, req: req}
	a.choose()
	a.run(ctx)
	if a.failure != nil {
		return Result{}, a.failure
	}
	return a.result(), nil
}

// run runs the stages in the server's order. Each stage reports whether to continue.
func (a *admission) run(ctx context.Context) bool {
	switch {
	case a.req.applies():
		return a.normalize(ctx) && a.receiveApply(ctx) && a.write(ctx)
	case a.req.Operation.isPatch():
		return a.normalize(ctx) && a.receivePatch(ctx) && a.write(ctx)
	default:
		return a.normalize(ctx) && a.receive(ctx) && a.compare(ctx) && a.write(ctx)
	}
}

// receive decodes the body. A Status is 400, 404, 413 or 415.
func (a *admission) receive(ctx context.Context) bool {
	return a.endpoint.readBody(ctx) &&
		a.findVersion(a.in.typed.Version) &&
		a.checkSubresource() &&
		a.reject(a.in.unreadable) &&
		a.endpoint.decode(ctx) &&
		a.endpoint.checkFields() &&
		a.endpoint.checkVersion()
}

// compare compares the object with the URL and with storage. A Status is 400, 404, 409 or
// 500.
func (a *admission) compare(ctx context.Context) bool {
	if a.creates {
		return a.checkNamespace() &&
			a.deduplicateOwners(ctx, objectmeta.DedupOwnerReferences)
	}
	return a.normalizeOld() &&
		a.checkNamespace() &&
		a.checkName() &&
		a.deduplicateOwners(ctx, objectmeta.DedupOwnerReferences) &&
		a.checkExists() &&
		a.readOld(ctx) &&
		a.checkUID()
}

// receivePatch applies a patch to the stored object and compares the result with the URL. A
// Status is 400, 404, 413, 415, 422 or 500. A result that cannot be decoded is an error
// (422).
func (a *admission) receivePatch(ctx context.Context) bool {
	return a.findVersion(a.oldVersion()) &&
		a.checkSubresource() &&
		a.readPatch() &&
		a.findOld(ctx) &&
		a.endpoint.readCurrent() &&
		a.applyPatch(ctx) &&
		a.endpoint.decodePatched(ctx) &&
		a.checkPatchedFields() &&
		a.checkNamespace() &&
		a.checkName() &&
		a.deduplicateOwners(ctx, objectmeta.DedupPatchedOwnerReferences) &&
		a.endpoint.assumeVersion()
}

// receiveApply applies a configuration to the stored object and compares the result with the
// URL. Unlike other patches, the result is not decoded again. A Status is 400, 404, 409, 413
// or 500; errors of the field manager are 422.
func (a *admission) receiveApply(ctx context.Context) bool {
	return a.readConfiguration(ctx) &&
		a.findVersion(a.endpoint.appliedVersion()) &&
		a.checkSubresource() &&
		a.readPatch() &&
		a.checkManager() &&
		a.reject(a.patch.malformed) &&
		a.findOld(ctx) &&
		a.endpoint.readCurrent() &&
		a.reject(a.patch.undecodable) &&
		a.applyConfiguration(ctx) &&
		a.checkRepeatedFields() &&
		a.checkNewUID() &&
		a.checkNamespace() &&
		a.checkAppliedName() &&
		a.deduplicateOwners(ctx, objectmeta.DedupPatchedOwnerReferences) &&
		a.endpoint.assumeVersion()
}

// write prepares the object, validates it, writes it to storage and reads it back. A Status
// is 403, 409 or 500; errors are 422.
func (a *admission) write(ctx context.Context) bool {
	return a.trackFields(ctx) &&
		a.endpoint.prepare() &&
		a.checkState() &&
		a.checkType() &&
		a.validate(ctx) &&
		a.endpoint.warn(ctx) &&
		a.persist(ctx) &&
		a.endpoint.answer()
}

// endpoint has the stages that differ between an object, its status and its scale. Methods
// that return a bool are stages: see [admission.run].
type endpoint interface {
	// served reports whether the version has the endpoint.
	served() bool
	// subresource returns the name of the subresource, or "".
	subresource() string

	// readBody reads the body as far as the server does before it finds the version. It keeps
	// the Status that rejects an unreadable body.
	readBody(ctx context.Context) bool
	// decode decodes the body.
	decode(ctx context.Context) bool
	// checkFields rejects or warns of unknown and repeated fields.
	checkFields() bool
	// checkVersion rejects a body of another version than the endpoint's.
	checkVersion() bool

	// appliedVersion returns the version that an applied configuration is for.
	appliedVersion() string
	// readCurrent reads what a patch or a configuration changes.
	readCurrent() bool
	// currentText returns the text that a patch changes.
	currentText(w *work.Tracker) ([]byte, error)
	// decodePatched decodes the patched text.
	decodePatched(ctx context.Context) bool
	// setApplied sets the decoded object after an apply.
	setApplied(obj map[string]any)
	// assumeVersion sets the resource version that every stored object of a server has.
	assumeVersion() bool

	// decodedOwners returns the decoded object with the owner references that the server
	// compares.
	decodedOwners() map[string]any
	// prepare sets the object to validate: the decoded one with the fields that the server
	// sets.
	prepare() bool
	// verdict validates the prepared object.
	verdict(ctx context.Context) (Validation, error)
	// warn warns of finalizers if the object is valid.
	warn(ctx context.Context) bool
	// answer sets the object of the response.
	answer() bool
}

func (a *admission) choose() {
	object := objectEndpoint{a}
	switch a.req.Operation {
	case UpdateStatus, PatchStatus:
		a.endpoint = statusEndpoint{object}
	case UpdateScale, PatchScale:
		a.endpoint = &scaleEndpoint{admission: a}
	default:
		a.endpoint = object
		a.creates = a.req.Operation == Create || a.req.applies() && a.req.Old == nil
	}
}

// admission holds the state of one request.
type admission struct {
	ending
	definition    *Definition
	req           Request
	endpoint      endpoint
	creates       bool     // a new object
	version       *Version // of the request
	body          normal
	in            incoming        // how the body was read
	decoded       Decoded         // the body, with the schema
	meta          metaedit.Editor // of the object to store
	old           map[string]any  // at the version of the request; nil for a new object
	storedOld     normal          // as it is in storage
	storedVersion string          // of storedOld
	managers      any             // the managed fields that the tracker returns
	res           Result
	warnings      errlist.WarningRecorder

	patch patch // of a request with a patch

	// nameless and versionless report whether the object has a generated name or a resource
	// version for validation only.
	nameless, versionless bool
}

func (a *admission) result() Result {
	a.res.Warnings, a.res.WarningPaths = a.warnings.Sent()
	a.res.status = a.status
	if a.status != nil {
		a.res.Decoded, a.res.Validated = nil, nil
	}
	a.res.Code = a.code()
	if a.nameless {
		a.removeField("name")
	}
	if a.versionless {
		a.removeField("resourceVersion")
	}
	return a.res
}

// code returns the HTTP status code of an accepted request, or 0.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler and PatchResource.
func (a *admission) code() int {
	switch {
	case !a.res.Accepted():
		return 0
	case a.creates:
		return 201
	default:
		return 200
	}
}

func (a *admission) removeField(field string) {
	for _, obj := range []*map[string]any{&a.res.Validated, &a.res.Stored, &a.res.Object} {
		meta := metaedit.Edit(*obj)
		meta.Set(field, nil)
		*obj = meta.Object(*obj)
	}
}

func (a *admission) normalize(ctx context.Context) bool {
	err := ctx.Err()
	switch {
	case err != nil:
	case !known(a.req.Operation, PatchScale, a.req.FieldValidation):
		err = fmt.Errorf("no such request: %v, field validation %v", a.req.Operation, a.req.FieldValidation)
	case a.req.applies() && a.req.Fields == nil:
		err = errors.New("Admit applies a configuration with Request.Fields only")
	case a.req.Operation.isPatch() && !a.req.applies() && a.req.Body == nil:
		err = errors.New("a request with a patch needs a Body")
	case a.req.Body != nil:
		err = onlyText(a.req.Object, a.req.Duplicates)
	default:
		a.body, err = a.definition.normalize(a.req.Object, "object")
	}
	a.res.IgnoredDocuments = a.sent().ignored()
	return a.fail(err)
}

// findVersion sets the version: from the URL, else named, else the storage version. It must
// be served.
func (a *admission) findVersion(named string) bool {
	v, found := a.definition.Version(cmp.Or(a.req.Version, named, a.definition.storage.name))
	if !found || !v.served {
		return a.reject(status.NotServed())
	}
	a.version = v
	a.warnings.Add(nil, v.warning)
	return true
}

func (a *admission) oldVersion() string {
	_, version := groupVersion(a.req.Old)
	return version
}

func (a *admission) checkSubresource() bool {
	return a.endpoint.served() || a.reject(a.requested().NotFound())
}

// requested returns the object in the URL as one of its resource.
func (a *admission) requested() status.Resource {
	old, obj := metaedit.Edit(a.req.Old), metaedit.Edit(a.body.object)
	out := a.definition.resource(&old)
	out.Name = cmp.Or(a.req.Name, out.Name, obj.Text("name"), a.in.name)
	return out
}

// validation returns the options of the validation.
func (a *admission) validation() []ValidationOption {
	if !a.req.AllErrors && a.req.ObserveRules == nil {
		return nil
	}
	return []ValidationOption{validationOption(func(c validationConfig) validationConfig {
		c.all, c.observe = a.req.AllErrors, a.req.ObserveRules
		return c
	})}
}

func (a *admission) validate(ctx context.Context) bool {
	a.res.invalid = status.Resource{Group: a.in.typed.Group, Kind: a.in.typed.Kind, Name: a.meta.Text("name")}
	verdict, err := a.endpoint.verdict(ctx)
	a.res.Errors, a.res.Ratcheted = verdict.Errors, verdict.Ratcheted
	a.res.Cost = verdict.Cost
	a.warnings.AddErrors(verdict.Warnings)
	return a.fail(err)
}
