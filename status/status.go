package status

import (
	"encoding/json"
	"log/slog"

	"github.com/seed95800270/crdschema/structural"
)

// Status is the answer to a request that the server rejects: the v1 Status.
//
// Rule: k8s.io/apimachinery/pkg/api/errors;
// k8s.io/apiserver/pkg/endpoints/handlers/responsewriters, ErrorToAPIStatus.
type Status struct {
	// Code is the HTTP status code: 400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 500 or 504.
	Code int
	// Reason is a word for programs: "BadRequest". It is empty for most errors inside
	// of the server (500).
	Reason string
	// Message is a text for people.
	Message string
	// Continue is the token in the metadata of the Status, to continue a list: see [ContinueExpired].
	Continue string
	// Details name the object for 403, 404, 405, 409 and 422, and the cause of some
	// errors with code 500. They are nil for other answers.
	Details *Details
	// Path is the path of a value that the server cannot decode, or nil. It is not sent:
	// Object, MarshalJSON and LogValue leave it out.
	Path structural.Path
	// Remark is an explanation that the server does not send: see structural.Error. It is set
	// if a float64 would be right as an int64, and for a JSON patch that does not apply.
	// Object and MarshalJSON leave it out; Error and LogValue print it.
	Remark string
}

// Details are the details of a [Status]. Empty fields are absent in JSON.
type Details struct {
	// Name and Group are those in the request. Name may be empty.
	Name  string `json:"name,omitempty"`
	Group string `json:"group,omitempty"`
	// Kind is the kind of an invalid object ("CronTab"), else the plural name of its resource.
	Kind string `json:"kind,omitempty"`
	// UID is the uid of the object. This module does not set it.
	UID string `json:"uid,omitempty"`
	// Causes are the errors of an invalid object, in the order of its Errors.
	Causes []Cause `json:"causes,omitempty"`
	// RetryAfterSeconds is the time after which to repeat the request. The answers about a
	// generated name that exists already and about a revision of the future set it.
	RetryAfterSeconds int `json:"retryAfterSeconds,omitempty"`
}

// Cause is one reason for a [Status]. Empty fields are absent in JSON.
type Cause struct {
	// Reason is a word for programs: "FieldValueInvalid".
	Reason string `json:"reason,omitempty"`
	// Message is the text without the field: `Invalid value: "x": must be …`.
	Message string `json:"message,omitempty"`
	// Field is the path of the field as the server prints it: "spec.ports[0].name".
	Field string `json:"field,omitempty"`
}

// Error returns the message and, on a line of its own, the remark.
func (s *Status) Error() string {
	if s.Remark == "" {
		return s.Message
	}
	return s.Message + "\n" + s.Remark
}

// Err returns s as an error, or a nil error for a nil s: for functions with an error as
// result.
func (s *Status) Err() error {
	if s == nil {
		return nil
	}
	return s
}

// message is the JSON of a [Status], with its fields in the server's order.
type message struct {
	Kind       string   `json:"kind"`
	APIVersion string   `json:"apiVersion"`
	Metadata   metadata `json:"metadata"`
	Status     string   `json:"status"`
	Message    string   `json:"message,omitempty"`
	Reason     string   `json:"reason,omitempty"`
	Details    *Details `json:"details,omitempty"`
	Code       int      `json:"code,omitempty"`
}

// metadata is the JSON of the metadata of a [Status].
type metadata struct {
	Continue string `json:"continue,omitempty"`
}

// MarshalJSON returns s as a server sends it, in the server's order: kind, apiVersion,
// metadata, status, and message, reason, details and code unless they are empty.
func (s Status) MarshalJSON() ([]byte, error) {
	return json.Marshal(message{Kind: "Status", APIVersion: "v1", Status: "Failure",
		Metadata: metadata{s.Continue}, Message: s.Message, Reason: s.Reason, Details: s.Details, Code: s.Code})
}

// LogValue returns the code, reason, message and remark as a group of attributes.
func (s *Status) LogValue() slog.Value {
	if s == nil {
		return slog.Value{}
	}
	attrs := []slog.Attr{slog.Int("code", s.Code)}
	if s.Reason != "" {
		attrs = append(attrs, slog.String("reason", s.Reason))
	}
	attrs = append(attrs, slog.String("message", s.Message))
	if s.Remark != "" {
		attrs = append(attrs, slog.String("remark", s.Remark))
	}
	return slog.GroupValue(attrs...)
}
