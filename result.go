package crdschema

import (
	"cmp"
	"encoding/json"

	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// Result is the server's answer to a [Request].
type Result struct {
	// Decoded is the object as the server decodes the body, or what a patch makes of the
	// stored object: pruned and defaulted, but not prepared yet. For a Scale, it is the
	// Scale. It is nil if the request is rejected before validation.
	Decoded map[string]any `json:"decoded,omitempty"`
	// Validated is the object that the server validates: the decoded one, prepared.
	// metadata.managedFields is that of the request, each manager once and sorted. It
	// is that of Old for updates of the status and the scale, and if the request has none
	// that the server can use. Validated is nil if the request is rejected before validation.
	Validated map[string]any `json:"validated,omitempty"`
	// Stored is what the server writes to storage if it accepts the request: the
	// validated object, converted to the storage version and pruned with its schema,
	// without metadata.resourceVersion. As JSON text it equals that in storage, where a
	// whole number of type float64 is an integer. Stored is nil if the request is
	// rejected, and if the object is Gone.
	//
	// A server keeps the revision of the write beside the object and passes both as Old of
	// the next request: registry.AtRevision joins them. Without it, no update conflicts (409) with
	// another one.
	Stored map[string]any `json:"stored,omitempty"`
	// Gone reports whether an update removes the object: it removes the last finalizer of
	// one that is being deleted. The server answers with the validated object.
	Gone bool `json:"gone,omitempty"`
	// Object is the object in the server's response if it accepts the request: the
	// stored object as it is read at the version of the request, or the Scale of that.
	// It differs from the validated one in what the storage version does not specify, in
	// what a conversion does not preserve, and in defaults of a status that the request
	// could not set. metadata.resourceVersion is [Request.Revision], or that of the
	// request, as in the response to a dry run. Object is nil if the request is rejected.
	//
	// If the definition converts with a webhook and was compiled without a converter,
	// Stored and Object of a version other than the storage version are nil: see
	// [Result.Accepted].
	Object map[string]any `json:"object,omitempty"`
	// Code is the HTTP status code of a request that the server accepts: 201 for a new
	// object, that of an apply included, or else 200. It is 0 if it is rejected.
	Code int `json:"code,omitempty"`
	// Dropped are the paths of the unknown fields that the server drops, in its
	// order: of the root metadata, of the fields pruned by the schema, of embedded
	// metadata. They are set even if there is a Status, provided that the body
	// could be decoded.
	Dropped []structural.Path `json:"dropped,omitempty"`
	// Defaulted are the paths at which a default was set, also set beside a Status.
	Defaulted []structural.Path `json:"defaulted,omitempty"`
	// Errors say why the object is invalid (422). If what a patch makes of the stored object
	// cannot be decoded, or is rejected for unknown or repeated fields, there is one error,
	// at the path patch, whose value is the JSON of the patched object.
	Errors structural.Errors `json:"errors,omitempty"`
	// Ratcheted are the errors that an update tolerates because the value did not
	// change.
	Ratcheted structural.Errors `json:"ratcheted,omitempty"`
	// Warnings are the texts of the Warning headers: each once, and truncated if
	// they are longer than the server sends.
	Warnings []string `json:"warnings,omitempty"`
	// WarningPaths are the paths of the fields that the Warnings are about, one for each
	// warning. A path is nil if the warning is about no field, or about a repeated one,
	// of which [document.Positions.Repeated] has the path.
	WarningPaths []structural.Path `json:"-"`
	// Cost is the actual cost of the validation rules in cost units. It is 0 if
	// there are no rules or if other errors prevented their evaluation. The
	// server allows celrules.ObjectBudget.
	Cost int64 `json:"cost,omitempty"`

	// status says why the server rejects the request before validation, or after it because
	// a conversion fails (500) or the object has no Scale to answer with (400).
	status  *Status
	invalid status.Resource // of Errors
}

// Rejected returns the Result of a request that is rejected with s: for callers of
// [Definition.Admit] that check more than it does.
func Rejected(s *Status) Result { return Result{status: s} }

// Status returns the Status with which the server answers a rejected request, or nil if the
// server accepts it. The Status of an invalid object (422) lists [Result.Errors] as causes.
// If a conversion fails after validation (500), or an object has no Scale to answer with (400),
// the server may have stored the object.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInvalid.
func (r Result) Status() *Status { return cmp.Or(r.status, r.invalid.Invalid(r.Errors)) }

// Err returns [Result.Status] as an error, or nil if the server accepts the request.
func (r Result) Err() error { return asError(r.Status()) }

// MarshalJSON returns the fields of r and its status as JSON.
func (r Result) MarshalJSON() ([]byte, error) {
	type fields Result
	return json.Marshal(struct {
		fields
		Status *Status `json:"status,omitempty"`
	}{fields(r), r.Status()})
}

// Accepted reports whether the server accepts the request: it can be decoded, the
// object is valid, and it can be written to storage and read back at the version of the
// request, of which a conversion that fails is the one part that can go wrong.
//
// The caller chooses whether a request is carried that far if its definition converts
// with a webhook. Compiled with a converter ([WithConverter]), it always is. Compiled
// without one, only an object at the storage version is, which needs no conversion; at
// any other version Accepted says that the object is valid, and nothing of what the
// webhook will do. Object is nil then: it is set in every result that is accepted and
// has been carried to storage and back. A definition without a webhook needs no
// converter.
//
// A zero Result, which is returned beside an error, is not accepted.
func (r Result) Accepted() bool {
	return r.Validated != nil && r.status == nil && len(r.Errors) == 0
}
