package crdschema

import "fmt"

// Refusal is a request that a server does not get as far as validating. It is
// also the error of [Definition.Read] for a version that is not served.
//
// Rule: k8s.io/apimachinery/pkg/api/errors.
type Refusal struct {
	// Code is the HTTP status.
	Code int
	// Reason is the reason in the server's Status, "BadRequest".
	Reason string
	// Message is the message in the server's Status.
	Message string
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }

func badRequest(format string, args ...any) *Refusal {
	return &Refusal{Code: 400, Reason: "BadRequest", Message: fmt.Sprintf(format, args...)}
}

func notFound() *Refusal {
	return &Refusal{Code: 404, Reason: "NotFound", Message: "the server could not find the requested resource"}
}
