package crdschema

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// CRDRequest is a request to write a CustomResourceDefinition. Either Body or CRD is
// required, for a patch Body. Among patches, only a server-side apply can have a CRD.
type CRDRequest struct {
	// Body is the text of the body. If it is set, even to no bytes, CRD and Duplicates must
	// not be. A patch is a JSON patch (RFC 6902), a merge patch (RFC 7386), a strategic merge
	// patch of Old, or a configuration to apply.
	Body []byte
	// ContentType is the Content-Type header: application/json or application/yaml, with any
	// parameters. If it is empty, Body is JSON. A patch needs application/json-patch+json,
	// application/merge-patch+json or application/strategic-merge-patch+json. With Fields it
	// may be application/apply-patch+yaml: the body, YAML or JSON, is a configuration that is
	// applied to Old, or creates a CRD if Old is nil.
	ContentType string
	// CRD is the body as a map, with Go integers for integers: see [Request.Object]. Errors
	// and warnings have the fields in the order of their names. A map has the last of
	// repeated fields, where the server merges objects.
	CRD map[string]any
	// Duplicates are the errors about repeated fields in the text of CRD:
	// [document.Document.Duplicates].
	Duplicates []string
	// Old is the stored CRD, with its resourceVersion. Create ignores it. If it is nil, an
	// apply creates the CRD, and any other update or patch of the CRD called Name is rejected
	// (404) after the checks that come first.
	Old map[string]any
	// Name is the name in the URL of an update or patch; the server rejects a CRD with a
	// different one. If it is empty, it is Old's.
	Name string
	// Operation is Create, Update, UpdateStatus, Patch or PatchStatus. An update of the
	// status ignores the spec of the body; it serves to remove versions from
	// status.storedVersions.
	Operation Operation
	// FieldValidation is the parameter fieldValidation of the request.
	FieldValidation FieldValidation
	// UID is the uid that the server gives to a new CRD, or "" for none.
	UID string
	// CreationTimestamp is the time that the server gives to a new CRD, or zero for none.
	CreationTimestamp time.Time
	// Fields tracks the managers of fields: apply.NewCRDTracker returns one that does what the
	// server does. If it is nil, metadata.managedFields are the request's or else Old's,
	// without those that the request adds.
	Fields FieldTracker
	// FieldManager, Now and Force are about managed fields, if Fields is set: see
	// [Request.FieldManager], [Request.Now] and [Request.Force].
	FieldManager string
	Now          time.Time
	Force        bool
	// Revision is the revision of the write in storage: see [Request.Revision].
	Revision uint64
	// StoragePrefix is the prefix of keys in storage: see [Request.StoragePrefix].
	StoragePrefix string
	// DryRun reports whether the server only answers: see [Request.DryRun].
	DryRun bool
}

// CRDResult is the server's answer to a [CRDRequest].
type CRDResult struct {
	// Object is the CRD that the server stores and answers with: defaulted, without unknown
	// and empty fields, with its status and generation. Its resourceVersion is
	// [CRDRequest.Revision], or else the request's. It is nil for a rejected CRD.
	Object map[string]any `json:"object,omitempty"`
	// Unchanged reports whether an update stores what is stored already: see
	// [Result.Unchanged]. Old must be a stored Object.
	Unchanged bool `json:"unchanged,omitempty"`
	// Gone reports whether an update removes the CRD: it removes the last finalizer of one
	// that is being deleted.
	Gone bool `json:"gone,omitempty"`
	// Code is the HTTP status code of an accepted request: 201 for a new CRD, else 200. It is
	// 0 if the request is rejected.
	Code int `json:"code,omitempty"`
	// IgnoredDocuments is as in [Result].
	IgnoredDocuments int `json:"ignoredDocuments,omitempty"`
	// Dropped are the paths of the unknown fields that the server drops: first those that it
	// reports, in its order, then silently dropped ones, below items, additionalProperties,
	// additionalItems and dependencies, at most 100 of each.
	Dropped []structural.Path `json:"dropped,omitempty"`
	// Warnings and WarningPaths are as in [Result].
	Warnings     []string          `json:"warnings,omitempty"`
	WarningPaths []structural.Path `json:"-"`
	// Verdict has the errors of the CRD. Their paths are the true ones; their texts often
	// have another path, the server's. Package hints has remedies.
	Verdict
}

// MarshalJSON returns the fields of r and its status as JSON.
func (r CRDResult) MarshalJSON() ([]byte, error) {
	type fields CRDResult
	return json.Marshal(struct {
		fields
		Status *Status `json:"status,omitempty"`
	}{fields(r), r.Status()})
}

// Accepted reports whether the server accepts the CRD. A zero CRDResult is not accepted.
func (r CRDResult) Accepted() bool {
	return r.Object != nil && r.status == nil && len(r.Errors) == 0
}

// ValidateCRD returns the server's answer to the creation of a CustomResourceDefinition or,
// if old is not nil, to its replacement of old. [Compiler.AdmitCRD] takes the rest of a
// request and has the same errors; a Compiler that is kept checks equal rules once.
func ValidateCRD(ctx context.Context, crd, old map[string]any, opts ...CompilerOption) (CRDResult, error) {
	req := CRDRequest{CRD: crd, Old: old}
	if old != nil {
		req.Operation = Update
	}
	return NewCompiler(opts...).AdmitCRD(ctx, req)
}

// AdmitCRD returns the server's answer to a request to write a CustomResourceDefinition,
// and the CRD that it would store. An update tolerates some errors of the old CRD. New
// rules and formats must exist in the minor version before the server's own, and the
// estimated cost of rules has limits.
//
// Whether another CRD has the name of a new one is up to the store, which answers with
// AlreadyExists of registry.CRDResource. registry.DeleteCRD answers a request to delete a CRD.
//
// An error means no verdict: the error is from the context or the budget, a CRD is missing
// or not a JSON value (see structural.Normalize), the old one cannot be read, or an option
// is wrong. A CRD with thousands of rules takes seconds.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition and
// pkg/apis/apiextensions/validation; Kubernetes documentation, "API concepts", "Field
// validation".
func (c *Compiler) AdmitCRD(ctx context.Context, req CRDRequest) (CRDResult, error) {
	ctx, _ = work.Share(ctx)
	w := definitionAdmission{compiler: c, req: req}
	w.creates = req.Operation == Create || req.Operation == Patch && req.applies() && req.Old == nil
	w.run(ctx)
	if w.failure != nil {
		return CRDResult{}, w.failure
	}
	w.res.status = w.status
	w.res.Warnings, w.res.WarningPaths = w.warnings.Sent()
	return w.res, nil
}

// run runs the stages of the request in the server's order. Each stage reports whether to
// continue.
func (w *definitionAdmission) run(ctx context.Context) bool {
	receive := w.receive
	switch {
	case w.req.applies():
		receive = w.receiveApply
	case w.req.Operation.isPatch():
		receive = w.receivePatch
	}
	return w.normalize(ctx) && receive(ctx) && w.write(ctx)
}

// receive decodes the body and compares it with the URL and with the stored CRD.
func (w *definitionAdmission) receive(ctx context.Context) bool {
	return w.read(ctx) &&
		w.decode() &&
		w.checkName() &&
		w.checkExists() &&
		w.checkUID()
}

// write validates the CRD and finishes it.
func (w *definitionAdmission) write(ctx context.Context) bool {
	return w.trackFields(ctx) &&
		w.checkVersion() &&
		w.validate(ctx) &&
		w.finish()
}

type definitionAdmission struct {
	ending
	compiler *Compiler
	creates  bool // a new CRD
	req      CRDRequest
	res      CRDResult
	found    decode.Findings
	warnings errlist.WarningRecorder

	patch       patch // of a request with a patch
	versionless bool  // the CRD has a resource version for validation only
}

func (w *definitionAdmission) normalize(ctx context.Context) bool {
	err := cmp.Or(w.compiler.config.err, ctx.Err())
	switch {
	case err != nil:
	case !known(w.req.Operation, PatchStatus, w.req.FieldValidation), w.req.Operation == UpdateScale:
		err = fmt.Errorf("no such request: %v, field validation %v", w.req.Operation, w.req.FieldValidation)
	case w.req.applies() && w.req.Fields == nil:
		err = errors.New("AdmitCRD applies a configuration with CRDRequest.Fields only")
	case w.req.Operation.isPatch() && !w.req.applies() && w.req.Body == nil:
		err = errors.New("a request with a patch needs a Body")
	case w.req.Body != nil:
		err = onlyText(w.req.CRD, w.req.Duplicates)
	default:
		w.req.CRD, err = normalObject(w.req.CRD, "crd")
	}
	if err == nil && w.req.Operation != Create && (w.req.Old != nil || w.req.Name == "" && !w.creates) {
		w.req.Old, err = storedObject(w.req.Old, "old crd")
	}
	return w.fail(err)
}

// read reads the body, or rejects the request if it cannot.
func (w *definitionAdmission) read(ctx context.Context) bool {
	if w.req.Body == nil {
		w.found = decode.Read(w.req.CRD, w.req.Duplicates)
		return true
	}
	sent := sentBody{w.req.Body, w.req.ContentType, w.req.Operation == Create}
	w.res.IgnoredDocuments = sent.ignored()
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

// decode warns of the errors of the server's decoder, or rejects the request.
func (w *definitionAdmission) decode() bool {
	w.res.Dropped = w.found.Dropped()
	w.warnings.AddAll(w.found.Warnings(decode.Validation(w.req.FieldValidation)))
	rejected := w.found.Status(decode.Validation(w.req.FieldValidation))
	return rejected == nil || w.reject(rejected)
}

func (w *definitionAdmission) checkName() bool {
	if w.req.Operation == Create {
		return true
	}
	meta := metaedit.Edit(w.req.CRD)
	return w.reject(request.CheckName(meta.Text("name"), w.requested().Name))
}

// requested returns the CRD in the URL.
func (w *definitionAdmission) requested() status.Resource {
	old := metaedit.Edit(w.req.Old)
	return status.Resource{Group: crd.Group, Kind: crd.Plural, Name: cmp.Or(w.req.Name, old.Text("name"))}
}

// checkExists rejects an update of a CRD that is not stored.
func (w *definitionAdmission) checkExists() bool {
	return w.req.Operation == Create || w.req.Old != nil || w.reject(w.requested().NotFound())
}

// checkUID rejects an update with another uid than the stored CRD's.
func (w *definitionAdmission) checkUID() bool {
	if w.req.Operation == Create {
		return true
	}
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	key := request.StorageKey{Resource: w.requested(), Prefix: request.KeyPrefix(w.req.StoragePrefix, w.req.DryRun)}
	return w.reject(request.CheckUID(key, &meta, &old))
}

// checkVersion rejects an update with another resourceVersion than the stored CRD's.
func (w *definitionAdmission) checkVersion() bool {
	if w.creates {
		return true
	}
	meta, old := metaedit.Edit(w.req.CRD), metaedit.Edit(w.req.Old)
	w.res.invalid = w.requested() // of the errors found here
	rejected, errs := request.CheckResourceVersion(w.requested(), &meta, &old)
	w.res.Errors = errs
	return w.reject(rejected) && len(errs) == 0
}

func (w *definitionAdmission) validate(ctx context.Context) bool {
	out, err := w.verdict(ctx)
	if err != nil {
		return w.fail(err)
	}
	if err := errOfOld(out.OldUndecodable); err != nil {
		return w.fail(err)
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
	server := validate.Server{Rules: w.compiler.rules, FormatsMinor: w.compiler.config.minor - 1, Tracked: w.req.Fields != nil}
	switch {
	case w.creates:
		return server.Create(ctx, w.req.CRD)
	case w.req.Operation == Update, w.req.Operation == Patch:
		return server.Update(ctx, w.req.CRD, w.req.Old)
	default:
		return server.UpdateStatus(ctx, w.req.CRD, w.req.Old)
	}
}

// finish sets the fields that the server sets when it writes a valid CRD.
func (w *definitionAdmission) finish() bool {
	if w.res.Object == nil {
		return true
	}
	meta := metaedit.Edit(w.res.Object)
	if !w.creates {
		w.finishUpdate(&meta)
		return true
	}
	if !w.checkNewVersion(&meta) {
		w.res.Object = nil
		return false
	}
	meta.Set("uid", w.req.UID)
	meta.Set("creationTimestamp", metaedit.Timestamp(w.req.CreationTimestamp))
	w.setRevision(&meta)
	w.res.Object, w.res.Code = meta.Object(w.res.Object), 201
	return true
}

func (w *definitionAdmission) finishUpdate(meta *metaedit.Editor) {
	old := metaedit.Edit(w.req.Old)
	if w.versionless {
		meta.Set("resourceVersion", nil)
		w.res.Object = meta.Object(w.res.Object)
	}
	if w.req.Fields != nil {
		w.res.Object = managedfields.KeepTimes(w.res.Object, w.req.Old)
		*meta = metaedit.Edit(w.res.Object)
	}
	w.res.Gone = request.Finalized(meta, &old)
	w.res.Unchanged = !w.res.Gone && structural.Equal(withoutStorageFields(w.res.Object), withoutStorageFields(w.req.Old))
	if !w.res.Unchanged && !w.res.Gone {
		w.setRevision(meta)
	}
	w.res.Object, w.res.Code = meta.Object(w.res.Object), 200
}

// setRevision sets the resourceVersion to the revision of the write, if it is known.
func (w *definitionAdmission) setRevision(meta *metaedit.Editor) {
	if w.req.Revision != 0 && !w.req.DryRun {
		meta.Set("resourceVersion", strconv.FormatUint(w.req.Revision, 10))
	}
}
