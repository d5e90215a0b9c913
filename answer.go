package crdschema

import (
	"context"
	"encoding/json"

	"github.com/seed95800270/crdschema/structural"
)

// Status is the server's answer to a request that it rejects: the v1 Status.
// [Result.Rejection] and [DefinitionResult.Rejection] return it for every rejected
// request, [StatusOf] for an error of [Definition.Read]. Object and MarshalJSON
// return it as the server sends it.
//
// Rule: k8s.io/apimachinery/pkg/api/errors; k8s.io/apiserver/pkg/endpoints/
// handlers/responsewriters, ErrorToAPIStatus.
type Status struct {
	// Code is the HTTP status code: 400, 403, 404, 406, 409, 413, 415, 422 or 500.
	Code int
	// Reason is a word for programs: "BadRequest". It is empty for most errors inside
	// of the server (500).
	Reason string
	// Message is a text for people.
	Message string
	// Details say what the Status is about: the object for 403, 409 and 422, the cause
	// for some of 500. They are nil if there are none.
	Details *StatusDetails
	// Path is the path of a value that the server cannot decode, or nil. The server does
	// not send it: Object, MarshalJSON and LogValue leave it out.
	Path structural.Path
	// Remark is what the server does not say: see structural.Error. It is empty unless a
	// float64 in the object or crd would be right as an int64, or a JSON patch does not
	// apply, which the server says without a reason. Object and MarshalJSON leave it out,
	// Error and LogValue do not.
	Remark string
}

// StatusDetails are the details of a [Status]. Empty ones are absent in JSON.
type StatusDetails struct {
	// Name and Group are those of the object. Name is empty if it has none.
	Name  string `json:"name,omitempty"`
	Group string `json:"group,omitempty"`
	// Kind is the kind of an invalid object ("CronTab"), and else the plural name of
	// its resource ("crontabs"): so does the server.
	Kind string `json:"kind,omitempty"`
	// UID is the uid of the object. None of the answers of this module has one.
	UID string `json:"uid,omitempty"`
	// Causes are the errors of an invalid object, in the order of Errors.
	Causes []StatusCause `json:"causes,omitempty"`
	// RetryAfterSeconds is the time after which to repeat the request. None of the
	// answers of this module has one: the same request gets the same answer.
	RetryAfterSeconds int `json:"retryAfterSeconds,omitempty"`
}

// StatusCause is one reason for a [Status]. Empty fields are absent in JSON.
type StatusCause struct {
	// Reason is a word for programs: "FieldValueInvalid".
	Reason string `json:"reason,omitempty"`
	// Message is the text without the field: `Invalid value: "x": must be …`.
	Message string `json:"message,omitempty"`
	// Field is the path of the field as the server prints it: "spec.ports[0].name".
	Field string `json:"field,omitempty"`
}

// Error returns the message and, if there is one, the remark on a line of its own.
func (s *Status) Error() string {
	if s.Remark == "" {
		return s.Message
	}
	return s.Message + "\n" + s.Remark
}

// Object returns s as a server sends it, of JSON values: [Status.MarshalJSON] as a map. The
// caller may modify it.
func (s *Status) Object() map[string]any {
	text, _ := s.MarshalJSON() // strings and numbers, which are always JSON
	doc, _ := DecodeJSON(context.Background(), text)
	return doc.Object
}

// statusJSON is the JSON of a [Status], with its fields in the server's order.
type statusJSON struct {
	Kind       string         `json:"kind"`
	APIVersion string         `json:"apiVersion"`
	Metadata   struct{}       `json:"metadata"`
	Status     string         `json:"status"`
	Message    string         `json:"message,omitempty"`
	Reason     string         `json:"reason,omitempty"`
	Details    *StatusDetails `json:"details,omitempty"`
	Code       int            `json:"code,omitempty"`
}

// MarshalJSON returns s as a server sends it, in the server's order: kind, apiVersion,
// metadata, status, and those of message, reason, details and code that are not empty.
func (s Status) MarshalJSON() ([]byte, error) {
	return json.Marshal(statusJSON{Kind: "Status", APIVersion: "v1", Status: "Failure",
		Message: s.Message, Reason: s.Reason, Details: s.Details, Code: s.Code})
}
