package crdschema

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Rejection returns the Status with which the server answers a rejected request: r.Status
// or, for an invalid object, the one made of r.Errors (422), which lists them as causes.
// It is nil if the server accepts the request. The name and kind of the object are those
// of the request for which r was returned: they are missing from other Results.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInvalid.
func (r *Result) Rejection() *Status { return r.invalid.rejection(r.Status, r.Errors) }

// Rejection returns the Status with which the server answers a rejected request, as
// [Result.Rejection] does.
func (r *DefinitionResult) Rejection() *Status { return r.invalid.rejection(r.Status, r.Errors) }

// StatusOf returns the Status with which the server answers a request to read an object
// (GET) if err is the error of [Definition.Read], or one to write it if err is that of
// [Definition.Decode], [Definition.Store] or [Definition.Convert], or one to read or write
// a Scale if err is that of [Version.Scale] or [Version.PrepareScale], or an apply if err is that
// of Apply of an Applier (package structural/apply). It returns nil if err is nil, and for an error
// that is not the server's: of the context, of the budget of work, of an argument or of a missing
// converter.
//
// The Status of an object that cannot be read names its key and its revision in
// storage. The revision is the resourceVersion of the object that was passed to Read, or
// 0 without one. An error of a list has no Status of its own: the words of the server
// around those of its objects are missing.
//
// Rules: k8s.io/apiserver/pkg/storage/errors, InterpretGetError; k8s.io/apiserver/pkg/
// endpoints/handlers/responsewriters, ErrorToAPIStatus.
func StatusOf(err error) *Status {
	var status *Status
	var failed *failedError
	switch {
	case errors.As(err, &status):
		return status
	case !errors.As(err, &failed):
		return nil
	case failed.key == "":
		return internalError(failed.Error())
	default:
		return failure(wire.Corrupt(failed.key, wire.NotDecodable(failed.revision, failed.Error())))
	}
}

// failedError is the server's error for an object that cannot be converted or decoded.
type failedError struct {
	error
	key      string // of the object in storage, or empty if it is not read from there
	revision uint64
}

// Unwrap returns the error itself.
func (e *failedError) Unwrap() error { return e.error }

// InvalidStatus returns the Status with which the server rejects an object, or the options of
// a request, that has errors (422): those of group, kind and name, of which name may be empty.
// The errors are its causes. It returns nil if there are none.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInvalid.
func InvalidStatus(group, kind, name string, errs structural.Errors) *Status {
	return subject{group, kind, name}.rejection(nil, errs)
}

// subject is the object of a request that is rejected for errors.
type subject struct{ group, kind, name string }

// rejection returns status or, if there is none, that for errs, or nil without errors.
func (s subject) rejection(status *Status, errs structural.Errors) *Status {
	if status != nil || len(errs) == 0 {
		return status
	}
	causes := make([]StatusCause, len(errs))
	for i, e := range errs {
		at, text := field.Cause(e)
		causes[i] = StatusCause{Reason: e.Kind.String(), Message: text, Field: at}
	}
	return &Status{
		Code: 422, Reason: "Invalid", Message: fmt.Sprintf("%s %q is invalid: %s", s, s.name, field.Aggregate(errs.Texts())),
		Details: &StatusDetails{Name: s.name, Group: s.group, Kind: s.kind, Causes: causes},
		Remark:  field.RemarkOf(errs),
	}
}

// String returns the kind and the group: "CronTab.stable.example.com".
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, GroupKind.String and
// GroupResource.String.
func (s subject) String() string {
	if s.group == "" {
		return s.kind
	}
	return s.kind + "." + s.group
}

// details returns the subject as the details of a Status.
func (s subject) details() *StatusDetails {
	return &StatusDetails{Name: s.name, Group: s.group, Kind: s.kind}
}

func badRequest(format string, args ...any) *Status {
	return &Status{Code: 400, Reason: "BadRequest", Message: fmt.Sprintf(format, args...)}
}

// forbidden returns the status of a request that is forbidden for a reason.
func (s subject) forbidden(why string) *Status {
	text := s.String()
	if s.name != "" {
		text += fmt.Sprintf(" %q", s.name)
	}
	return &Status{Code: 403, Reason: "Forbidden", Message: text + " is forbidden: " + why, Details: s.details()}
}

// conflict returns the status of an update of another state of the stored object.
func (s subject) conflict(why string) *Status {
	return &Status{Code: 409, Reason: "Conflict", Message: wire.Conflict(s.String(), s.name, why), Details: s.details()}
}

// internalError returns the status of an error inside of the server, which has no
// reason.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters, ErrorToAPIStatus.
func internalError(message string) *Status { return &Status{Code: 500, Message: message} }

// failure returns the status of an error that the server calls internal.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInternalError.
func failure(why string) *Status {
	return &Status{Code: 500, Reason: "InternalError", Message: "Internal error occurred: " + why,
		Details: &StatusDetails{Causes: []StatusCause{{Message: why}}}}
}

// notFound returns the status of a request for an object or a subresource that does not
// exist.
func (s subject) notFound() *Status {
	return &Status{Code: 404, Reason: "NotFound", Message: fmt.Sprintf("%s %q not found", s, s.name), Details: s.details()}
}

// notFound returns the status that clients make of the answer about a path that is not
// served.
func notFound() *Status {
	return &Status{Code: 404, Reason: "NotFound", Message: "the server could not find the requested resource"}
}

// tooLarge returns the status of a body that is too large.
func tooLarge(message string) *Status {
	return &Status{Code: 413, Reason: wire.TooLargeReason, Message: message}
}

// unsupportedMediaType returns the status of a body of a type that the server does not take.
func unsupportedMediaType(message string) *Status {
	return &Status{Code: 415, Reason: wire.UnsupportedMediaTypeReason, Message: message}
}
