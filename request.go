package crdschema

import (
	"errors"
	"time"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/valuetext"
)

// Operation is the kind of a request.
type Operation uint8

const (
	// Create stores a new object. Whether another one has its name is up to the store, which
	// answers with registry.Target.AlreadyExists.
	Create Operation = iota
	// Update replaces an object. If there is a status subresource, the status does not
	// change.
	Update
	// UpdateStatus replaces the status of an object and nothing else.
	UpdateStatus
	// UpdateScale replaces the number of desired replicas of an object and nothing else:
	// the body and the answer are a Scale (autoscaling/v1).
	UpdateScale
	// Patch is an Update to the patched object.
	Patch
	// PatchStatus is an UpdateStatus to the patched object.
	PatchStatus
	// PatchScale is an UpdateScale to the patched scale.
	PatchScale
)

var operations = valuetext.Enum[Operation]{Name: "Operation", Words: []string{
	Create: "Create", Update: "Update", UpdateStatus: "UpdateStatus", UpdateScale: "UpdateScale",
	Patch: "Patch", PatchStatus: "PatchStatus", PatchScale: "PatchScale",
}}

// String returns the name of the constant: "Create".
func (o Operation) String() string { return operations.Word(o) }

// MarshalText returns what [Operation.String] returns.
func (o Operation) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText sets o to the operation with a name, or returns an error.
func (o *Operation) UnmarshalText(text []byte) error { return operations.Read(text, o) }

func (o Operation) isPatch() bool { return o >= Patch }

// FieldValidation says what the server does about unknown and repeated fields.
//
// Source: Kubernetes documentation, "API concepts", "Field validation".
type FieldValidation uint8

const (
	// Warn drops unknown fields and warns of each. It is the server's default.
	Warn FieldValidation = iota
	// Ignore drops unknown fields silently.
	Ignore
	// Strict rejects the request. It is kubectl's default.
	Strict
)

var fieldValidations = valuetext.Enum[FieldValidation]{Name: "FieldValidation", Words: []string{Warn: "Warn", Ignore: "Ignore", Strict: "Strict"}}

// String returns the value of the parameter: "Strict".
func (v FieldValidation) String() string { return fieldValidations.Word(v) }

// MarshalText returns what [FieldValidation.String] returns.
func (v FieldValidation) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText sets v to a value of the parameter, or returns an error.
func (v *FieldValidation) UnmarshalText(text []byte) error { return fieldValidations.Read(text, v) }

// Request is a request to create, update or patch an object. It requires a Body or an
// Object. Among patches, only a server-side apply can have an Object.
type Request struct {
	// Body is the text of the body. If it is set, even to no bytes, Object and Duplicates
	// must not be. The server reads the first of several YAML documents and ignores the
	// others: [document.DecodeYAML] reads them all.
	//
	// A patch is the text of a JSON patch (RFC 6902) or of a merge patch (RFC 7386) of Old
	// at the version of the request.
	Body []byte
	// ContentType is the Content-Type header: application/json or application/yaml, with any
	// parameters. If it is empty, Body is JSON. A patch needs application/json-patch+json or
	// application/merge-patch+json; the server refuses a strategic merge patch (415). With
	// [Request.Fields] it may be application/apply-patch+yaml: the body, YAML or JSON, is a
	// configuration that is applied to Old, or creates an object if Old is nil. An apply to
	// a scale can only add a manager of the current number of replicas; the server rejects
	// any other change (500).
	ContentType string
	// Object is the body as a map, with Go integers for integers: see "Where maps come from"
	// in the package comment.
	//
	// A map lacks the spelling of numbers, the order of fields and repeated fields, and they
	// matter to the server: fields are taken in the order of their names, and where the
	// server quotes the body, the map is quoted as JSON with sorted names.
	Object map[string]any
	// Duplicates are the errors about repeated fields in the text of Object:
	// [document.Document.Duplicates].
	Duplicates []string
	// Old is the stored object at any version of the definition, as [Definition.Read]
	// returns it. Create ignores it. If it is nil, the object is not stored: an apply
	// creates it, and any other update or patch is rejected (404) after the checks that come
	// first; the URL or the object must then have a name.
	//
	// The server updates only an object with a metadata.resourceVersion, and rejects one
	// that differs from Old's (409). If Old has none, like [Result.Stored], any is accepted.
	// A patched object has Old's.
	Old map[string]any
	// Operation is the kind of the request.
	Operation Operation
	// Version is the version in the URL. If it is empty, it is the version of the object or
	// of the applied configuration; for other patches it is Old's, and for an UpdateScale
	// the storage version.
	Version string
	// Namespace is the namespace in the URL. It fills in an empty metadata.namespace of a
	// namespaced kind; the server rejects a different one. If it is empty, it is Old's, else
	// the object's, else "default", as in requests of kubectl.
	Namespace string
	// NoDefaultNamespace leaves out "default": a new object of a namespaced kind must have a
	// namespace then, or Request.Namespace, or it is invalid.
	NoDefaultNamespace bool
	// Name is the name in the URL of an update; the server rejects an object with a
	// different one. If it is empty, it is Old's. Whether a URL can have the name ("..",
	// "a%") is not checked: httpapi.Path.CheckName is the server's check.
	Name string
	// FieldValidation is the parameter fieldValidation of the request.
	FieldValidation FieldValidation
	// AllErrors evaluates the rules of an object that has other errors: see [WithAllErrors].
	AllErrors bool
	// ObserveRules, unless it is nil, is called after each rule of the version for each value:
	// for coverage, and to see which transition rules had an old value.
	ObserveRules func(celrules.Evaluation)
	// UID is the uid that the server gives to a new object, or "" for none.
	UID string
	// CreationTimestamp is the time that the server gives to a new object, zero for none.
	CreationTimestamp time.Time
	// Fields tracks the managers of fields: the apply.Applier of the definition does what
	// the server does, also for a Scale. If it is nil, metadata.managedFields are the
	// request's or else Old's, without those that the request adds.
	Fields FieldTracker
	// FieldManager is the manager of the fields that the request changes, if Fields is set:
	// the parameter fieldManager, or else the User-Agent header up to the first slash. If it
	// is empty, it is "unknown"; the server rejects an apply without one (422).
	FieldManager string
	// Now is the time that managed fields get if Fields is set, zero for none.
	Now time.Time
	// Force takes fields over from other managers instead of a conflict with them: the
	// parameter force of an apply.
	Force bool
	// NameSuffix is the suffix that the server appends to metadata.generateName. If it is
	// empty, the object is validated with a name that ends in xxxxx and gets no name.
	NameSuffix string
	// Revision is the revision that the storage gives to the write: the resourceVersion of
	// [Result.Object] and in errors about it. A dry run and an update that changes nothing
	// ignore it. If it is 0, the object has the resourceVersion of the request.
	Revision uint64
	// StoragePrefix is the prefix of the keys of all objects in storage, shown in a
	// conflict of uids. If it is empty, it is the server's default, /registry.
	StoragePrefix string
	// DryRun reports whether the server only answers (the parameter dryRun=All). Some of
	// its texts differ then.
	DryRun bool
}

// known reports whether operation, one up to last, and validation are declared constants.
func known(operation, last Operation, validation FieldValidation) bool {
	return operation <= last && validation <= Strict
}

// onlyText returns an error if a request has both the text of a body and a decoded body.
func onlyText(object map[string]any, duplicates []string) error {
	if object != nil || len(duplicates) > 0 {
		return errors.New("a request with a Body cannot have a decoded one and its Duplicates too")
	}
	return nil
}
