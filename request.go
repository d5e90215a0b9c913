package crdschema

import "github.com/seed95800270/crdschema/structural"

// Operation is what a request wants to do.
type Operation uint8

const (
	// Create stores a new object.
	Create Operation = iota
	// Update replaces an object; with a status subresource, all of it but the
	// status.
	Update
	// UpdateStatus replaces the status of an object and nothing else.
	UpdateStatus
)

// FieldValidation says what to do about fields that a server does not know and
// fields that stand twice.
//
// Source: Kubernetes documentation, "API concepts", "Field validation".
type FieldValidation uint8

const (
	// Warn drops them and warns of each. It is a server's default.
	Warn FieldValidation = iota
	// Ignore drops them silently.
	Ignore
	// Strict refuses the request. It is kubectl's default.
	Strict
)

// Request is what is sent to a server. Only Object is always needed.
type Request struct {
	// Object is the body: any JSON values. See [DecodeJSON].
	Object map[string]any
	// Duplicates are the problems that the decoder found in the text of the
	// body, as [Document.Duplicates] has them.
	Duplicates []string
	// Old is what storage holds, at any version of the definition. It is
	// needed for updates and goes through the read path first.
	Old map[string]any
	// Operation is the kind of request.
	Operation Operation
	// Version is the version in the request's URL; empty: the one that the
	// object names.
	Version string
	// Namespace is the namespace in the request's URL. It fills in an empty
	// metadata.namespace of a namespaced kind; another one there is refused.
	// Empty: that of Old, else the object's own.
	Namespace string
	// Name is the name in the URL of an update; another one in the object is
	// refused. Empty: that of Old.
	Name string
	// FieldValidation is the request's parameter.
	FieldValidation FieldValidation

	// UID and CreationTimestamp (RFC 3339, UTC) are what a server makes up for
	// a new object, and NameSuffix what it appends to metadata.generateName.
	// What is empty is left out. Without a NameSuffix the object is validated
	// with a name that ends in xxxxx.
	UID, CreationTimestamp, NameSuffix string
}

// Result is a server's verdict on a [Request].
type Result struct {
	// Decoded is the object as the server reads the body: pruned and defaulted,
	// before anything is done with it. It is nil if the request was refused.
	Decoded map[string]any
	// Object is what the server would keep, at the version of the request,
	// provided that Errors is empty. What tracks field managers is left as it
	// is in the request; as it is in Old if there is nothing in the request that
	// a server can read, and for updates of the status.
	Object map[string]any
	// Dropped are the unknown fields that Decoded lost, in the server's order:
	// those of the root metadata, those pruned by the schema, those of embedded
	// metadata. A request that was refused has them, too, if it could be decoded.
	Dropped []structural.Path
	// Defaulted are the places where a default was filled in.
	Defaulted []structural.Path
	// Status says why the server could not understand the request (HTTP 400, 403
	// or 404). It is nil if it could.
	Status *Status
	// Errors say why the object is invalid (422), Ratcheted what was tolerated
	// because it was like that before.
	Errors, Ratcheted structural.Errors
	// Warnings are the texts of the Warning headers: each once, and cut short
	// where they would be longer than a server sends.
	Warnings []string
	// Cost is what the validation rules spent, in cost units: 0 if there are
	// none, or if other errors kept them from being asked. A server allows
	// celrules.ObjectBudget.
	Cost int64
}

// Accepted tells whether the server would carry the request out.
func (r *Result) Accepted() bool { return r.Status == nil && len(r.Errors) == 0 }
