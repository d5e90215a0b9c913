package crdschema

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema/internal/checks"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/warnings"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// CRDRequest is a request to write a CustomResourceDefinition. It requires a
// body: Body, or CRD.
type CRDRequest struct {
	// Body is the text of the body. If it is set, even to no bytes, CRD and Duplicates
	// must not be. Only with a text the answer is the server's in all that depends on
	// how the body is written.
	Body []byte
	// ContentType is the Content-Type header of the request: application/json or
	// application/yaml, with any parameters. If it is empty, Body is JSON.
	ContentType string
	// CRD is the body as a map, with int64 for integers: that of [DecodeJSON] or
	// [DecodeYAML], or one of json.Unmarshal or sigs.k8s.io/yaml that was converted with
	// structural.IntegersFromFloats. The server refuses a float64 in maxLength.
	//
	// A map does not say how numbers are spelled and in which order fields come, which shows in errors and warnings, and
	// of repeated fields it has the last one, where the server merges objects:
	// fields are taken in the order of their names.
	CRD map[string]any
	// Duplicates are the errors about repeated fields in the text of which CRD was
	// decoded: [Document.Duplicates].
	Duplicates []string
	// Old is the stored crd. It is required for updates.
	Old map[string]any
	// Operation is the kind of the request: Create, Update or UpdateStatus. An update of
	// the status ignores the spec of the body; it serves to remove versions from
	// status.storedVersions.
	Operation Operation
	// FieldValidation is the parameter fieldValidation of the request.
	FieldValidation FieldValidation
	// UID is the uid that the server gives to a new crd. If it is empty, the crd
	// gets none.
	UID string
	// CreationTimestamp is the time that the server gives to a new crd. If it is
	// zero, the crd gets none.
	CreationTimestamp time.Time
	// StoragePrefix is what the keys of all objects in storage begin with: see
	// [Request.StoragePrefix].
	StoragePrefix string
	// DryRun reports whether the server only answers: see [Request.DryRun].
	DryRun bool
}

// CRDResult is the server's answer to a [CRDRequest].
type CRDResult struct {
	// Object is the crd that the server keeps: defaulted, without unknown and empty
	// fields, with its status and generation. It is nil if the crd was rejected.
	Object map[string]any `json:"object,omitempty"`
	// Dropped are the paths of the unknown fields that the server drops: first those
	// that it reports, in its order, then those that it drops silently, below items,
	// additionalProperties, additionalItems and dependencies. There are at most 100
	// of each, the number that the server reports.
	Dropped []structural.Path `json:"dropped,omitempty"`
	// Warnings are the texts of the Warning headers: each once, and truncated if
	// they are longer than the server sends.
	Warnings []string `json:"warnings,omitempty"`
	// WarningPaths are the paths of the fields that the Warnings are about, one for each
	// warning. A path is nil if the warning is about no field, or about a repeated one,
	// of which [Positions.Repeated] has the path.
	WarningPaths []structural.Path `json:"-"`
	// Status says why the server rejects the request before validation (400, 409, 413,
	// 415), or fails (500). It is nil if the server does neither.
	Status *Status `json:"status,omitempty"`
	// Errors say why the crd is invalid (422). Their paths are those in the crd; their
	// texts have the server's path, which often differs. Package hints says what to
	// do about them.
	Errors structural.Errors `json:"errors,omitempty"`

	invalid status.Resource // of Errors
}

// Accepted reports whether the server accepts the crd. A zero CRDResult,
// which is returned beside an error, is not accepted.
func (r *CRDResult) Accepted() bool {
	return r.Object != nil && r.Status == nil && len(r.Errors) == 0
}

// ValidateCRD calls ValidateCRD of a new compiler. See
// [Compiler.ValidateCRD].
func ValidateCRD(ctx context.Context, crd, old map[string]any, opts ...CompilerOption) (CRDResult, error) {
	return NewCompiler(opts...).ValidateCRD(ctx, crd, old)
}

// ValidateCRD returns what the server answers when a
// CustomResourceDefinition is created or, if old is not nil, replaces old. See
// [Compiler.AdmitCRD], which takes the rest of a request and has the same errors: they
// say that there is no verdict, for example because ctx is done or the budget of work is spent
// (structural.ErrTooMuchWork).
func (c *Compiler) ValidateCRD(ctx context.Context, crd, old map[string]any) (CRDResult, error) {
	req := CRDRequest{CRD: crd, Old: old}
	if old != nil {
		req.Operation = Update
	}
	return c.AdmitCRD(ctx, req)
}

// AdmitCRD returns what the server answers to a request to write a
// CustomResourceDefinition and what it would store. An update tolerates some
// errors of the old crd. New rules and formats must exist in the minor version
// before the server's own, and rules must not exceed the limits of their
// estimated cost.
//
// AdmitCRD does not modify the request. The error says that there is no verdict: a crd
// is missing or not a JSON value (see structural.Normalize), the old one cannot be read, an
// option was wrong, the context is done, or the budget of work is spent
// (structural.ErrTooMuchWork). A crd with thousands of rules takes seconds.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition
// and pkg/apis/apiextensions/validation; Kubernetes documentation, "API concepts",
// "Field validation".
func (c *Compiler) AdmitCRD(ctx context.Context, req CRDRequest) (CRDResult, error) {
	ctx, _ = work.Share(ctx)
	w := definitionAdmission{compiler: c, req: req}
	w.run(ctx)
	if w.failure != nil {
		return CRDResult{}, w.failure
	}
	w.res.Status = w.status
	w.res.Warnings, w.res.WarningPaths = w.warnings.Sent()
	return w.res, nil
}

// run runs the stages of the request in the server's order. Each stage reports
// whether to continue.
func (w *definitionAdmission) run(ctx context.Context) bool {
	return w.normalize(ctx) &&
		w.read(ctx) &&
		w.decode() &&
		w.checkName() &&
		w.checkConflicts() &&
		w.validate(ctx) &&
		w.finish()
}

// definitionAdmission holds the state of one request to write a crd.
type definitionAdmission struct {
	ending
	compiler *Compiler
	req      CRDRequest
	res      CRDResult
	found    decode.Findings
	warnings warnings.Recorder
}

// normalize checks the arguments.
func (w *definitionAdmission) normalize(ctx context.Context) bool {
	err := cmp.Or(w.compiler.config.err, ctx.Err())
	switch {
	case err != nil:
	case !known(w.req.Operation, UpdateStatus, w.req.FieldValidation):
		err = fmt.Errorf("no such request: %v, field validation %v", w.req.Operation, w.req.FieldValidation)
	case w.req.Body != nil:
		err = onlyText(w.req.CRD, w.req.Duplicates)
	default:
		w.req.CRD, err = normalObject(w.req.CRD, "crd")
	}
	if err == nil && w.req.Operation != Create {
		w.req.Old, err = normalObject(w.req.Old, "old crd")
	}
	return w.fail(err)
}

// read reads the body, or rejects the request if that is not possible.
func (w *definitionAdmission) read(ctx context.Context) bool {
	if w.req.Body == nil {
		w.found = decode.Read(w.req.CRD, w.req.Duplicates)
		return true
	}
	sent := sentBody{w.req.Body, w.req.ContentType, w.req.Operation == Create}
	body, named, rejected, err := sent.read(ctx, func(why string) *Status {
		return status.Unrecognized(crd.Kind, w.req.Body, why)
	})
	if rejected != nil {
		return w.fail(err) && w.reject(rejected)
	}
	w.found, err = decode.ReadBody(ctx, body, named)
	w.req.CRD = w.found.CRD
	return w.fail(err)
}

// decode warns of what the server's decoder reports, or rejects the request.
func (w *definitionAdmission) decode() bool {
	w.res.Dropped = w.found.Dropped()
	w.warnings.AddAll(w.found.Warnings(w.req.FieldValidation))
	message := w.found.StatusMessage(w.req.FieldValidation)
	if message == "" {
		return true
	}
	rejected := status.BadRequest(message)
	if bad := w.found.Undecodable; bad != nil {
		rejected.Path, rejected.Remark = bad.Path, bad.Remark
	}
	return w.reject(rejected)
}

// checkName rejects an update with another name than that of the old crd.
func (w *definitionAdmission) checkName() bool {
	if w.req.Operation == Create {
		return true
	}
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	return w.reject(checks.Name(meta.Text("name"), old.Text("name")))
}

// checkConflicts rejects an update of another state of the crd than the stored one.
func (w *definitionAdmission) checkConflicts() bool {
	if w.req.Operation == Create {
		return true
	}
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	of := status.Resource{Group: crd.Group, Kind: definitionsResource, Name: meta.Text("name")}
	w.res.invalid = of // of the errors found here
	key := checks.Key{Resource: of, Prefix: checks.Prefix(w.req.StoragePrefix, w.req.DryRun)}
	if !w.reject(checks.UID(key, &meta, &old)) {
		return false
	}
	rejected, errs := checks.ResourceVersion(of, &meta, &old)
	w.res.Errors = errs
	return w.reject(rejected) && len(errs) == 0
}

// definitionsResource is the plural name of definitions.
const definitionsResource = "customresourcedefinitions"

// validate validates the crd and sets the one to store.
func (w *definitionAdmission) validate(ctx context.Context) bool {
	out, err := w.verdict(ctx)
	if err != nil {
		return w.fail(err)
	}
	if err := errlist.ErrWithRemark(out.OldUndecodable); err != nil {
		return w.fail(fmt.Errorf("the old crd: %w", err))
	}
	if err := out.Undecodable.Err(); err != nil { // not in the server's words: decode has reported those
		return w.reject(status.BadRequest(fmt.Sprintf("the crd cannot be read: %v", err)))
	}
	w.res.Object, w.res.Errors = out.Object, out.Errors
	w.res.invalid = status.Resource{Group: crd.Group, Kind: crd.Kind, Name: out.Name}
	w.warnings.AddAll(out.Warnings)
	return true
}

func (w *definitionAdmission) verdict(ctx context.Context) (validate.Outcome, error) {
	server := validate.Server{Rules: w.compiler.rules, FormatsMinor: w.compiler.config.minor - 1}
	switch w.req.Operation {
	case Create:
		return server.Create(ctx, w.req.CRD)
	case Update:
		return server.Update(ctx, w.req.CRD, w.req.Old)
	default:
		return server.UpdateStatus(ctx, w.req.CRD, w.req.Old)
	}
}

// finish sets the uid and the creation timestamp of a new crd, and rejects one that has
// a resource version.
func (w *definitionAdmission) finish() bool {
	if w.req.Operation != Create || w.res.Object == nil {
		return true
	}
	meta := metaedit.Edit(w.res.Object)
	if !w.reject(checks.Unversioned(&meta, w.req.DryRun)) {
		w.res.Object = nil
		return false
	}
	meta.Set("uid", w.req.UID)
	meta.Set("creationTimestamp", metaedit.Timestamp(w.req.CreationTimestamp))
	w.res.Object = meta.Object(w.res.Object)
	return true
}
