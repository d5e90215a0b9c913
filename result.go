package crdschema

import (
	"cmp"
	"encoding/json"

	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// Verdict says why the server rejects a request, if it does. [Result], [CRDResult] and
// [DeleteResult] have one.
type Verdict struct {
	// Errors say why the object, the CRD or the options of a deletion are invalid (422).
	// Their codes are listed in docs/ERRORS.md.
	Errors structural.Errors `json:"errors,omitempty"`

	status  *Status         // of a request that is rejected for another reason
	invalid status.Resource // of Errors
}

// Status returns the Status with which the server answers a rejected request, or nil. The
// Status of invalid input (422) lists the Errors as causes. If a conversion fails after
// validation (500), or an object does not have a Scale to answer with (400), the server may
// have stored the object.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInvalid.
func (v Verdict) Status() *Status { return cmp.Or(v.status, v.invalid.Invalid(v.Errors)) }

// Err returns [Verdict.Status] as an error, or nil if the server accepts the request.
func (v Verdict) Err() error { return v.Status().Err() }

// Result is the server's answer to a [Request].
type Result struct {
	// Decoded is the decoded or patched object, or Scale: pruned and defaulted, but not
	// prepared yet. It is nil if the request is rejected before validation.
	Decoded map[string]any `json:"decoded,omitempty"`
	// Validated is the object that the server validates: the decoded one, prepared. Without
	// [Request.Fields], metadata.managedFields are the request's, each manager once and
	// sorted, or Old's for updates of the status and the scale, and if the server cannot use
	// the request's. Validated is nil if the request is rejected before validation.
	Validated map[string]any `json:"validated,omitempty"`
	// Stored is the object that the server writes to storage: the validated one, converted
	// to the storage version and pruned with its schema, without metadata.resourceVersion.
	// Its JSON text equals the text in storage, where a whole number of type float64 is an
	// integer. Stored is nil if the request is rejected, and if the object is Gone.
	//
	// registry.AtRevision joins it with the revision of the write, for Old of the next
	// request. Without a revision, no update conflicts (409) with another one.
	Stored map[string]any `json:"stored,omitempty"`
	// Unchanged reports whether an update stores what is stored already: the server does not
	// write it, so that the resourceVersion does not change and nobody who watches is told.
	Unchanged bool `json:"unchanged,omitempty"`
	// Gone reports whether an update removes the object: it removes the last finalizer of
	// one that is being deleted. The server answers with the validated object.
	Gone bool `json:"gone,omitempty"`
	// Object is the object in the server's response: the stored object as it is read at the
	// version of the request, or its Scale. It differs from the validated one in fields that
	// the storage version does not specify or a conversion does not preserve, and in
	// defaults of a status that the request could not set. metadata.resourceVersion is
	// [Request.Revision], or the request's, as in the response to a dry run. Object is nil
	// if the request is rejected.
	//
	// Without a converter that the definition needs, Stored and Object of a version other
	// than the storage version are nil: see [Result.Accepted].
	Object map[string]any `json:"object,omitempty"`
	// Code is the HTTP status code of an accepted request: 201 for a new object, also by an
	// apply, or else 200. It is 0 if the request is rejected.
	Code int `json:"code,omitempty"`
	// IgnoredDocuments is the number of documents in a YAML Body after the first: the server
	// ignores them. [document.DecodeYAML] reads all.
	IgnoredDocuments int `json:"ignoredDocuments,omitempty"`
	// Dropped are the paths of the unknown fields that the server drops, in its order: of
	// the root metadata, of the fields pruned by the schema, of embedded metadata. They are
	// set for any body that can be decoded.
	Dropped []structural.Path `json:"dropped,omitempty"`
	// Defaulted are the paths at which a default was set, also of a rejected request.
	Defaulted []structural.Path `json:"defaulted,omitempty"`
	// Verdict has the errors of the object. If the patched object cannot be decoded, or is
	// rejected for unknown or repeated fields, there is one error, at the path patch. Its
	// value is the JSON of the patched object.
	Verdict
	// Ratcheted are the errors that an update tolerates because the value did not change.
	Ratcheted structural.Errors `json:"ratcheted,omitempty"`
	// Warnings are the texts of the Warning headers: each once, truncated if they exceed the
	// limits of the server.
	Warnings []string `json:"warnings,omitempty"`
	// WarningPaths are the paths of the fields in Warnings. A path is nil if there is no
	// field, or for a repeated one: see [document.Positions.Repeated].
	WarningPaths []structural.Path `json:"-"`
	// Cost is the actual cost of the validation rules in cost units, 0 if other errors
	// prevented their evaluation. The server allows celrules.ObjectBudget.
	Cost int64 `json:"cost,omitempty"`
}

// Rejected returns the Result of a request that is rejected with s, for callers of
// [Definition.Admit] with checks of their own.
func Rejected(s *Status) Result { return Result{Verdict: Verdict{status: s}} }

// MarshalJSON returns the fields of r and its status as JSON.
func (r Result) MarshalJSON() ([]byte, error) {
	type fields Result
	return json.Marshal(struct {
		fields
		Status *Status `json:"status,omitempty"`
	}{fields(r), r.Status()})
}

// Accepted reports whether the server accepts the request: it can be decoded, the object is
// valid, and it can be written to storage and read back at the version of the request. Only
// a failing conversion can prevent the last.
//
// If the definition converts with a webhook, but was compiled without a converter
// ([WithConverter]), only an object at the storage version is carried to storage and back. At
// any other version Accepted says that the object is valid, regardless of the webhook.
//
// A zero Result, as returned with an error, is not accepted.
func (r Result) Accepted() bool {
	return r.Validated != nil && r.status == nil && len(r.Errors) == 0
}
