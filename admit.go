package crdschema

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/checks"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/warnings"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
)

// Admit returns what the server answers to a request and what it would store.
// Admit does not modify the request.
//
// If the server rejects the request before validation, the Result has a Status.
// An error is returned only if there is no verdict: the context is done, the budget of work is
// spent (structural.ErrTooMuchWork), an object is missing or not a JSON value (see
// structural.Normalize), the fields of the request do not fit together, there is no converter
// to read the old object with, or [Request.Fields] fails.
// A server-side apply needs Request.Fields, and Admit does not apply to a Scale. Admit waits
// for the converter and for Request.Fields, also when the context is done.
//
// Rules: k8s.io/apiserver/pkg/endpoints/handlers and registry/rest; k8s.io/
// apiextensions-apiserver/pkg/registry/customresource.
func (d *Definition) Admit(ctx context.Context, req Request) (Result, error) {
	ctx, _ = work.Share(ctx)
	a := admission{definition: d, req: req, operation: req.Operation.onObject()}
	a.run(ctx)
	if a.failure != nil {
		return Result{}, a.failure
	}
	return a.result(), nil
}

// run runs the stages of the request in the server's order. Each stage reports
// whether to continue. The request ends with a Status, a failure, or an error that
// the server returns immediately.
func (a *admission) run(ctx context.Context) bool {
	switch {
	case a.req.applies():
		return a.normalize(ctx) && a.receiveApply(ctx) && a.write(ctx)
	case a.req.Operation.isPatch():
		return a.normalize(ctx) && a.receivePatch(ctx) && a.write(ctx)
	default:
		return a.normalize(ctx) && a.receive(ctx) && a.write(ctx)
	}
}

// receive runs the stages that decode the object and compare it with the URL and with
// storage. A Status is 400, 404, 409, 413, 415 or 500.
func (a *admission) receive(ctx context.Context) bool {
	return a.readBody(ctx) &&
		a.findVersion() &&
		a.checkSubresource() &&
		a.checkTypeMeta() &&
		a.decode(ctx) &&
		a.checkFields() &&
		a.checkVersion() &&
		a.normalizeOld() &&
		a.checkNamespace() &&
		a.checkName() &&
		a.deduplicateOwners(ctx) &&
		a.checkExists() &&
		a.readOld(ctx) &&
		a.checkUID()
}

// receivePatch runs the stages that apply a patch to the stored object and compare the
// result with the URL. A Status is 400, 404, 413, 415, 422 or 500; the error of a result
// that cannot be decoded is 422.
func (a *admission) receivePatch(ctx context.Context) bool {
	return a.findVersion() &&
		a.checkSubresource() &&
		a.readPatch() &&
		a.normalizeOld() &&
		a.checkExists() &&
		a.readOld(ctx) &&
		a.applyPatch(ctx) &&
		a.decodePatched(ctx) &&
		a.checkPatchedFields() &&
		a.checkNamespace() &&
		a.checkName() &&
		a.deduplicateOwners(ctx) &&
		a.assumeResourceVersion()
}

// write runs the stages that prepare the object, validate it, write it to storage and
// read it back. A Status is 403, 409 or 500; errors are 422.
func (a *admission) write(ctx context.Context) bool {
	return a.trackFields(ctx) &&
		a.prepare() &&
		a.checkTerminating() &&
		a.checkResourceVersion() &&
		a.checkType() &&
		a.validate(ctx) &&
		a.warn(ctx) &&
		a.persist(ctx) &&
		a.answerScale()
}

// admission holds the state of one request.
type admission struct {
	definition    *Definition
	req           Request
	operation     Operation       // on the object: not a patch
	version       *Version        // of the request
	body          map[string]any  // normalized
	in            incoming        // how the body was read
	decoded       Decoded         // the body
	meta          metaedit.Editor // of the object to store
	old           map[string]any  // at the version of the request; nil for a new object
	storedOld     map[string]any  // as it is in storage, normalized
	storedVersion string          // of storedOld
	scaled        map[string]any  // old with its managed fields after a request for its scale
	res           Result
	warnings      warnings.Recorder
	failure       error

	patch patch // of a request with a patch

	// nameless reports whether the object has a generated name for validation only, and
	// versionless whether it has a resource version for validation only.
	nameless, versionless bool
}

// result returns the result of the request.
func (a *admission) result() Result {
	a.res.Warnings, a.res.WarningPaths = a.warnings.Sent()
	if a.res.Status != nil {
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

// code returns the HTTP status code of a request that the server accepts.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler and PatchResource.
func (a *admission) code() int {
	switch {
	case !a.res.Accepted():
		return 0
	case a.operation == Create:
		return 201
	default:
		return 200
	}
}

// removeField removes a field of metadata from the objects of the result.
func (a *admission) removeField(field string) {
	for _, obj := range []*map[string]any{&a.res.Validated, &a.res.Stored, &a.res.Object} {
		meta := metaedit.Edit(*obj)
		meta.Set(field, nil)
		*obj = meta.Object(*obj)
	}
}

// reject ends the request with a status unless it is nil.
func (a *admission) reject(s *Status) bool {
	a.res.Status = s
	return s == nil
}

// fail ends the request without a verdict unless err is nil.
func (a *admission) fail(err error) bool {
	a.failure = err
	return err == nil
}

// normalize checks the arguments.
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
		a.body, err = normalObject(a.req.Object, "object")
	}
	return a.fail(err)
}

// findVersion sets the version of the request: the one in its URL, else that of the object,
// which is the stored one for a patch of the object or of its scale, else the storage
// version. It rejects a version that is not served.
func (a *admission) findVersion() bool {
	named := a.in.typed.Version
	if a.req.Operation == PatchScale || a.req.Operation.isPatch() && !a.req.applies() {
		_, named = groupVersion(a.req.Old)
	}
	v, found := a.definition.Version(cmp.Or(a.req.Version, named, a.definition.storage.name))
	if !found || !v.served {
		return a.reject(status.NotServed())
	}
	a.version = v
	a.warnings.Add(nil, v.warning)
	return true
}

// decode decodes the body. The dropped and defaulted fields are reported even if the
// request is rejected later.
func (a *admission) decode(ctx context.Context) bool {
	if a.in.scale != nil {
		return a.decodeScale()
	}
	body, meta := a.body, metaedit.Edit(a.body)
	a.in.name, a.body = meta.Text("name"), nil // its memory is needed for the report of what is dropped
	in, err := a.definition.Decode(ctx, body)
	if status := StatusOf(err); status != nil {
		return a.reject(status)
	}
	if err != nil {
		return a.fail(err)
	}
	a.setDecoded(in)
	return true
}

// setDecoded sets the decoded object.
func (a *admission) setDecoded(in Decoded) {
	a.decoded, a.res.Decoded, a.res.Defaulted = in, in.Object, in.Defaulted
	a.meta = metaedit.Edit(in.Object)
	a.res.Dropped = slices.Grow(a.res.Dropped, len(in.Unknown))
	for _, e := range in.Unknown {
		a.res.Dropped = append(a.res.Dropped, e.Path)
	}
}

// checkSubresource rejects an update of the status or the scale if the version has no such
// subresource.
func (a *admission) checkSubresource() bool {
	switch {
	case a.operation == UpdateStatus && !a.version.status, a.operation == UpdateScale && a.version.scale == nil:
		return a.reject(a.requested().NotFound())
	default:
		return true
	}
}

// requested returns the object that the URL names, as one of its resource.
func (a *admission) requested() status.Resource {
	old, obj := metaedit.Edit(a.req.Old), metaedit.Edit(a.body)
	of := a.definition.resource(&old)
	of.Name = cmp.Or(a.req.Name, of.Name, obj.Text("name"), a.in.name)
	return of
}

// checkFields rejects or warns of unknown and repeated fields.
func (a *admission) checkFields() bool {
	if a.in.scale != nil {
		return a.checkScaleFields()
	}
	switch a.req.FieldValidation {
	case Strict:
		return a.reject(a.decoded.StrictRejection(a.req.Duplicates))
	case Warn:
		if len(a.req.Duplicates) > 0 {
			a.warnings.Add(nil, decode.Document{Strict: a.req.Duplicates}.Warnings()...)
		}
		a.warnings.AddErrors(a.decoded.Unknown)
	}
	return true
}

// checkVersion rejects an object of another version than that of the request.
func (a *admission) checkVersion() bool {
	if a.in.scale != nil {
		return a.reject(checks.Version(a.in.scale.TypeMeta.GroupVersion, scale.Kind.GroupVersion))
	}
	return a.reject(checks.Version(a.in.typed.GroupVersion, a.version.typeMeta().GroupVersion))
}

// validate validates the prepared object.
func (a *admission) validate(ctx context.Context) bool {
	a.res.invalid = status.Resource{Group: a.in.typed.Group, Kind: a.in.typed.Kind, Name: a.meta.Text("name")}
	verdict, err := a.verdict(ctx)
	a.res.Errors, a.res.Ratcheted, a.res.Cost = verdict.Errors, verdict.Ratcheted, verdict.Cost
	a.warnings.AddErrors(verdict.Warnings)
	return a.fail(err)
}

func (a *admission) verdict(ctx context.Context) (Validation, error) {
	switch a.operation {
	case Create:
		return a.version.ValidateCreate(ctx, a.res.Validated)
	case Update, UpdateScale:
		return a.version.ValidateUpdate(ctx, a.res.Validated, a.old)
	default:
		return a.validateStatus(ctx)
	}
}

// warn warns of finalizers. The server does that only for objects without errors, and not
// for updates of the status.
func (a *admission) warn(ctx context.Context) bool {
	if len(a.res.Errors) == 0 && a.operation != UpdateStatus {
		texts, err := a.version.Warnings(ctx, a.res.Validated, a.old)
		if err != nil {
			return a.fail(err)
		}
		if len(texts) > 0 {
			a.warnings.Add(metaedit.PathOf("finalizers"), texts...)
		}
	}
	return true
}
