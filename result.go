package crdschema

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// Result is the server's answer to a [Request].
type Result struct {
	// Decoded is the object as the server decodes the body: pruned and defaulted,
	// but not prepared yet. It is nil if there is a Status.
	Decoded map[string]any
	// Object is the object that the server keeps, at the version of the request,
	// if there are no Errors. metadata.managedFields is that of the request. It is
	// that of Old for updates of the status, and if the request has none that the
	// server can use.
	Object map[string]any
	// Dropped are the paths of the unknown fields that the server drops, in its
	// order: of the root metadata, of the fields pruned by the schema, of embedded
	// metadata. They are set even if there is a Status, provided that the body
	// could be decoded.
	Dropped []structural.Path
	// Defaulted are the paths at which a default was set.
	Defaulted []structural.Path
	// Status says why the server rejects the request before validation. It is nil
	// if the server does not do that.
	Status *Status
	// Errors say why the object is invalid (422). Ratcheted are the errors that an
	// update tolerates because the value did not change.
	Errors, Ratcheted structural.Errors
	// Warnings are the texts of the Warning headers: each once, and truncated if
	// they are longer than the server sends.
	Warnings []string
	// Cost is the actual cost of the validation rules in cost units. It is 0 if
	// there are no rules or if other errors prevented their evaluation. The
	// server allows celrules.ObjectBudget.
	Cost int64
}

// Accepted reports whether the server accepts the request. A zero Result, which is
// returned beside an error, is not accepted.
func (r *Result) Accepted() bool {
	return r.Object != nil && r.Status == nil && len(r.Errors) == 0
}

// Status describes a request that the server rejects before validation. It is
// also the error of [Definition.Read] for a version that is not served.
//
// Rule: k8s.io/apimachinery/pkg/api/errors.
type Status struct {
	// Code is the HTTP status code: 400, 403, 404, 413 or 415.
	Code int
	// Reason is the reason of the server's Status: "BadRequest".
	Reason string
	// Message is the message of the server's Status.
	Message string
}

// Error returns the message.
func (s *Status) Error() string { return s.Message }

func badRequest(format string, args ...any) *Status {
	return &Status{Code: 400, Reason: "BadRequest", Message: fmt.Sprintf(format, args...)}
}

func forbidden(format string, args ...any) *Status {
	return &Status{Code: 403, Reason: "Forbidden", Message: fmt.Sprintf(format, args...)}
}

func notFound() *Status {
	return &Status{Code: 404, Reason: "NotFound", Message: "the server could not find the requested resource"}
}
