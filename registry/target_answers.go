package registry

import (
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
)

// NotFound returns the Status for an object that is not stored, and for a subresource that
// the version does not have (404). [crdschema.Definition.Admit] and [crdschema.Definition.Delete] return it
// themselves: it is for reading an object.
//
// Rules: k8s.io/apiserver/pkg/storage/errors, InterpretGetError; k8s.io/
// apiextensions-apiserver/pkg/apiserver, crdHandler.ServeHTTP.
func (t Target) NotFound() *status.Status { return t.Version.Definition().Resource(t.Name).NotFound() }

// AlreadyExists returns the Status for a new object with the name of old, the stored one
// (409). obj is the object to create, such as a [crdschema.Result.Object]: the Status of a
// generated name asks clients to try again. A server looks for the name after Admit has
// accepted the request; it generates up to eight names, one after another.
//
// Rules: k8s.io/apiserver/pkg/registry/generic/registry, Store.Create; k8s.io/apiserver/pkg/
// registry/rest, CheckGeneratedNameError.
func (t Target) AlreadyExists(obj, old map[string]any) *status.Status {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	name, state := status.GivenName, status.Live
	if meta.Text("generateName") != "" {
		name = status.GeneratedName
	}
	if stored.Get("deletionTimestamp") != nil {
		state = status.BeingDeleted
	}
	return t.resource(&meta).AlreadyExists(name, state)
}

// MethodNotAllowed returns the Status for a verb of the API that the object or one of its
// subresources does not have (405): "delete" or "create" for the status or scale, or "" for
// the HTTP methods OPTIONS, CONNECT and TRACE.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, crdHandler.
func (t Target) MethodNotAllowed(verb string) *status.Status {
	return t.Version.Definition().Resource("").MethodNotAllowed(verb)
}
