package status

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/structural"
)

// Resource names the object of a request.
type Resource struct {
	Group string
	// Kind is the plural name of the resource ("crontabs"), or the kind of an invalid object
	// ("CronTab").
	Kind string
	Name string
}

// String returns the kind and the group: "CronTab.stable.example.com".
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, GroupKind.String and
// GroupResource.String.
func (r Resource) String() string {
	if r.Group == "" {
		return r.Kind
	}
	return r.Kind + "." + r.Group
}

// Details returns the details that name r.
func (r Resource) Details() *Details { return &Details{Name: r.Name, Group: r.Group, Kind: r.Kind} }

// Invalid answers an object, or options of a request, with errors: they are the causes (422).
// It returns nil without errors.
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewInvalid.
func (r Resource) Invalid(errs structural.Errors) *Status {
	if len(errs) == 0 {
		return nil
	}
	details := r.Details()
	details.Causes = make([]Cause, len(errs))
	for i, e := range errs {
		at, text := e.Cause()
		details.Causes[i] = Cause{Reason: e.Kind.String(), Message: text, Field: at}
	}
	return &Status{
		Code: 422, Reason: "Invalid", Details: details, Remark: errlist.RemarkOf(errs),
		Message: fmt.Sprintf("%s %q is invalid: %s", r, r.Name, valuetext.Aggregate(errs.Texts())),
	}
}

// NotFound answers a request for an object or a subresource that does not exist (404).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewNotFound.
func (r Resource) NotFound() *Status {
	return &Status{Code: 404, Reason: "NotFound", Message: fmt.Sprintf("%s %q not found", r, r.Name), Details: r.Details()}
}

// MethodNotAllowed answers a request with a verb that the resource does not support (405).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewMethodNotSupported.
func (r Resource) MethodNotAllowed(verb string) *Status {
	return &Status{
		Code: 405, Reason: "MethodNotAllowed", Details: r.Details(),
		Message: fmt.Sprintf("%s is not supported on resources of kind %q", verb, r),
	}
}

// Forbidden answers a forbidden request (403).
//
// Rule: k8s.io/apimachinery/pkg/api/errors, NewForbidden.
func (r Resource) Forbidden(why string) *Status {
	text := r.String()
	if r.Name != "" {
		text += fmt.Sprintf(" %q", r.Name)
	}
	return &Status{Code: 403, Reason: "Forbidden", Message: text + " is forbidden: " + why, Details: r.Details()}
}

// NamespaceTerminating answers a new object in a namespace that is being deleted (403).
//
// Rule: k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle, Lifecycle.Admit.
func (r Resource) NamespaceTerminating(namespace string) *Status {
	s := r.Forbidden(fmt.Sprintf("unable to create new content in namespace %s because it is being terminated", namespace))
	s.Details.Causes = []Cause{{
		Reason: "NamespaceTerminating", Message: fmt.Sprintf("namespace %s is being terminated", namespace), Field: "metadata.namespace",
	}}
	return s
}

// AlreadyExists answers a new object whose name is taken (409). The message for a generated
// name differs, and the Status asks the client to try again. The message also differs if the
// stored object is being deleted.
//
// Rules: k8s.io/apiserver/pkg/registry/generic/registry, Store.Create;
// k8s.io/apiserver/pkg/registry/rest, CheckGeneratedNameError.
func (r Resource) AlreadyExists(name NameSource, stored StoredState) *Status {
	s := &Status{Code: 409, Reason: "AlreadyExists", Message: fmt.Sprintf("%s %q already exists", r, r.Name), Details: r.Details()}
	if name == GeneratedName {
		s.Message += ", the server was not able to generate a unique name for the object"
		s.Details.RetryAfterSeconds = 1
	}
	if stored == BeingDeleted {
		s.Message = "object is being deleted: " + s.Message
	}
	return s
}

// NameSource says where the name of a new object comes from.
type NameSource uint8

const (
	// GivenName is a name that the client sent.
	GivenName NameSource = iota
	// GeneratedName is a name that the server made from metadata.generateName.
	GeneratedName
)

var nameSources = valuetext.Enum[NameSource]{Name: "NameSource", Words: []string{GivenName: "given", GeneratedName: "generated"}}

// String returns "given" or "generated".
func (n NameSource) String() string { return nameSources.Word(n) }

// MarshalText returns what [NameSource.String] returns.
func (n NameSource) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText sets n to the source with a word, or returns an error.
func (n *NameSource) UnmarshalText(text []byte) error { return nameSources.Read(text, n) }

// StoredState is the state of a stored object.
type StoredState uint8

const (
	// Live is the state of an object without a deletionTimestamp.
	Live StoredState = iota
	// BeingDeleted is the state of an object with a deletionTimestamp.
	BeingDeleted
)

var storedStates = valuetext.Enum[StoredState]{Name: "StoredState", Words: []string{Live: "live", BeingDeleted: "deleting"}}

// String returns "live" or "deleting".
func (s StoredState) String() string { return storedStates.Word(s) }

// MarshalText returns what [StoredState.String] returns.
func (s StoredState) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the state with a word, or returns an error.
func (s *StoredState) UnmarshalText(text []byte) error { return storedStates.Read(text, s) }
