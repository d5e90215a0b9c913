package crdschema

import (
	"cmp"
	"encoding/json"

	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// Result is the server's answer to a [Request].
type Result struct {
	// Decoded is the object as the server decodes the body, or the patched object: pruned
	// and defaulted, but not prepared yet. For a Scale, it is the Scale. It is nil if the
	// request is rejected before validation.
	Decoded map[string]any `json:"decoded,omitempty"`
	// Validated is the object that the server validates: the decoded one, prepared.
	// metadata.managedFields are the request's, each manager once and sorted, or Old's for
	// updates of the status and the scale, and if the server cannot use the request's.
	// Validated is nil if the request is rejected before validation.
	Validated map[string]any `json:"validated,omitempty"`
	// Stored is the object that the server writes to storage if it accepts the request: the
	// validated object, converted to the storage version and pruned with its schema,
	// without metadata.resourceVersion. Its JSON text equals the text in storage, where a
	// whole number of type float64 is an integer. Stored is nil if the request is rejected,
	// and if the object is Gone.
	//
	// A server keeps the revision of the write with the object and passes both as Old of
	// the next request: registry.AtRevision joins them. Without it, no update conflicts
	// (409) with another one.
	Stored map[string]any `json:"stored,omitempty"`
	// Gone reports whether an update removes the object: it removes the last finalizer of
	// one that is being deleted. The server answers with the validated object.
	Gone bool `json:"gone,omitempty"`
	// Object is the object in the server's response if it accepts the request: the stored
	// object as it is read at the version of the request, or its Scale. It differs from the
	// validated one in fields that the storage version does not specify or a conversion
	// does not preserve, and in defaults of a status that the request could not set.
	// metadata.resourceVersion is [Request.Revision], or the request's, as in the response
	// to a dry run. Object is nil if the request is rejected.
	//
	// If the definition converts with a webhook and was compiled without a converter,
	// Stored and Object of a version other than the storage version are nil: see
	// [Result.Accepted].
	Object map[string]any `json:"object,omitempty"`
	// Code is the HTTP status code of a request that the server accepts: 201 for a new
	// object, also by an apply, or else 200. It is 0 if the request is rejected.
	Code int `json:"code,omitempty"`
	// Dropped are the paths of the unknown fields that the server drops, in its order: of
	// the root metadata, of the fields pruned by the schema, of embedded metadata. They are
	// set even if the request is rejected, provided that the body could be decoded.
	Dropped []structural.Path `json:"dropped,omitempty"`
	// Defaulted are the paths at which a default was set, also of a rejected request.
	Defaulted []structural.Path `json:"defaulted,omitempty"`
	// Errors say why the object is invalid (422). If the patched object cannot be decoded,
	// or is rejected for unknown or repeated fields, there is one error, at the path patch.
	// Its value is the JSON of the patched object.
	Errors structural.Errors `json:"errors,omitempty"`
	// Ratcheted are the errors that an update tolerates because the value did not
	// change.
	Ratcheted structural.Errors `json:"ratcheted,omitempty"`
	// Warnings are the texts of the Warning headers: each once, and truncated if
	// they are longer than the server sends.
	Warnings []string `json:"warnings,omitempty"`
	// WarningPaths are the paths of the fields that the Warnings are about, one for each
	// warning. A path is nil if the warning is not about a field, or is about a repeated
	// one: see [document.Positions.Repeated].
	WarningPaths []structural.Path `json:"-"`
	// Cost is the actual cost of the validation rules in cost units. It is 0 if
	// there are no rules or if other errors prevented their evaluation. The
	// server allows celrules.ObjectBudget.
	Cost int64 `json:"cost,omitempty"`

	// status says why the server rejects the request before validation, or after it because
	// a conversion fails (500) or the object does not have a Scale to answer with (400).
	status  *Status
	invalid status.Resource // of Errors
}

// Rejected returns the Result of a request that is rejected with s, for callers of
// [Definition.Admit] with checks of their own.
func Rejected(s *Status) Result { return Result{status: s} }

// Status returns the Status with which the server answers a rejected request, or nil. The
// Status of an invalid object (422) lists [Result.Errors] as causes. If a conversion fails
// after validation (500), or an object does not have a Scale to answer with (400), the
// server may have stored the object.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInvalid.
func (r Result) Status() *Status { return cmp.Or(r.status, r.invalid.Invalid(r.Errors)) }

// Err returns [Result.Status] as an error, or nil if the server accepts the request.
func (r Result) Err() error { return r.Status().Err() }

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
// If the definition converts with a webhook, the caller chooses whether a request is
// carried that far. With a converter ([WithConverter]), it always is. Without one, only an
// object at the storage version is carried to storage and back. At any other version
// Accepted says that the object is valid, regardless of the webhook, and Object is nil. A
// definition without a webhook does not need a converter.
//
// A zero Result, as returned with an error, is not accepted.
func (r Result) Accepted() bool {
	return r.Validated != nil && r.status == nil && len(r.Errors) == 0
}
