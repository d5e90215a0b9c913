package apimachinery

import (
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	ourfield "github.com/seed95800270/crdschema/structural/field"
)

// ErrorList returns errors, for example Result.Errors, as a field.ErrorList, or nil if errs
// is empty. Type, Field, BadValue, Detail, Origin and all printed texts are the server's.
// BadValue is shared with the error: do not modify it. With an old k8s.io/apimachinery, an
// error prints objects and lists in Go syntax (before v0.34) and has no Origin (before
// v0.33).
//
// Path, Code and Remark are lost. Errors of the server's decoder (ourfield.UnknownField,
// ourfield.Undecodable) are not field errors on the server. They become
// field.ErrorTypeInvalid without a value, with the server's whole text as Detail.
func ErrorList(errs structural.Errors) field.ErrorList {
	if len(errs) == 0 {
		return nil
	}
	list := make(field.ErrorList, len(errs))
	for i, e := range errs {
		list[i] = fieldError(e)
	}
	return list
}

func fieldError(e *structural.Error) *field.Error {
	if e.Kind == ourfield.UnknownField || e.Kind == ourfield.Undecodable {
		return &field.Error{Type: field.ErrorTypeInvalid, Field: e.Path.String(), BadValue: field.OmitValueType{}, Detail: e.Error()}
	}
	err := &field.Error{Type: field.ErrorType(e.Kind.String()), Field: e.Location(), BadValue: badValue(e), Detail: e.Detail}
	if o, ok := any(err).(originSetter); ok {
		return o.WithOrigin(origin(e))
	}
	return err
}

// originSetter is a field.Error since k8s.io/apimachinery v0.33.
type originSetter interface {
	WithOrigin(origin string) *field.Error
}

// badValue returns the value that apimachinery's constructor sets.
func badValue(e *structural.Error) any {
	switch e.Kind {
	case ourfield.Required, ourfield.Forbidden:
		return ""
	case ourfield.TooLong:
		return "<value omitted>"
	case ourfield.Internal:
		return field.InternalError(nil, errors.New(e.Detail)).BadValue // nil before v0.36
	}
	if e.Value == any(ourfield.Omitted) {
		return field.OmitValueType{}
	}
	if n, ok := e.Value.(int64); ok && (e.Kind == ourfield.TooMany || e.Kind == ourfield.TooFew) {
		return int(n)
	}
	return e.Value
}

// origin returns the name of the server's validator that found an error, for some.
//
// Rule: k8s.io/apimachinery/pkg/api/validation and pkg/apis/meta/v1/validation.
func origin(e *structural.Error) string {
	if e.Code == codes.MetadataImmutable && !slices.Contains(systemFields, e.Path[len(e.Path)-1].Name()) {
		return ""
	}
	return origins[e.Code]
}

// systemFields are the immutable fields of metadata whose validator sets an origin.
var systemFields = []string{"uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"}

var origins = map[ourfield.Code]string{
	codes.AnnotationKey:      "format=k8s-label-key",
	codes.GenerationNegative: "minimum",
	codes.LabelKey:           "format=k8s-label-key",
	codes.LabelValue:         "format=k8s-label-value",
	codes.MetadataImmutable:  "immutable",
}
