package crdschema

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/metaedit"
)

// NotFound returns the Status for an object that is not stored, and for a subresource that
// the version does not have (404). [Definition.Admit] and [Definition.Delete] return it
// themselves: it is for reading an object.
//
// Rules: k8s.io/apiserver/pkg/storage/errors, InterpretGetError; k8s.io/
// apiextensions-apiserver/pkg/apiserver, crdHandler.ServeHTTP.
func (t Target) NotFound() *Status { return t.Version.definition.named(t.Name).notFound() }

// AlreadyExists returns the Status for a new object whose name is that of old, the stored
// one (409). obj is the object to create, such as a [Result.Object]: the Status of a
// generated name has another text and asks clients to try again. A server looks for the name
// after Admit has accepted the request; it generates up to eight names, one after another.
//
// Rules: k8s.io/apiserver/pkg/registry/generic/registry, Store.Create; k8s.io/apiserver/pkg/
// registry/rest, CheckGeneratedNameError.
func (t Target) AlreadyExists(obj, old map[string]any) *Status {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	of := t.Version.definition.resource(&meta)
	out := &Status{Code: 409, Reason: "AlreadyExists", Message: fmt.Sprintf("%s %q already exists", of, of.name), Details: of.details()}
	if meta.Text("generateName") != "" {
		out.Message += ", the server was not able to generate a unique name for the object"
		out.Details.RetryAfterSeconds = 1
	}
	if stored.Get("deletionTimestamp") != nil {
		out.Message = "object is being deleted: " + out.Message
	}
	return out
}

// MethodNotAllowed returns the Status for a verb of the API that the object or one of its
// subresources does not have (405): "delete" or "create" for the status or scale, or "" for
// the HTTP methods OPTIONS, CONNECT and TRACE.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func (t Target) MethodNotAllowed(verb string) *Status {
	of := t.Version.definition.named("")
	return &Status{Code: 405, Reason: "MethodNotAllowed",
		Message: fmt.Sprintf("%s is not supported on resources of kind %q", verb, of), Details: of.details()}
}
