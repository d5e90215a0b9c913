package registry

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/request"
	"github.com/seed95800270/crdschema/status"
)

// Target is the object in the URL of a request. Its methods compare the object in the body
// with the URL and with the stored object, for servers that call the stages of Admit one by
// one. Objects are normalized (structural.Normalize); old is the stored object with its
// resourceVersion, as [crdschema.Version.DecodeStored] returns it. Each method returns the
// Status of the server, or nil.
type Target struct {
	// Version is the version in the URL. It is required: without it, methods panic.
	Version *crdschema.Version
	// Namespace is the namespace in the URL. An empty one matches any.
	Namespace string
	// Name is the name in the URL of an update.
	Name string
	// StoragePrefix is the prefix of the keys of all objects in storage: see
	// [crdschema.Request.StoragePrefix].
	StoragePrefix string
	// DryRun reports whether the request is a dry run, in which keys do not have a prefix.
	DryRun bool
}

// CheckVersion rejects an object of another version than the URL's (400). Another kind is
// an error of validation.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler and UpdateResource.
func (t Target) CheckVersion(obj map[string]any) *status.Status {
	return request.CheckVersion(gotype.TypeMetaOf(obj).GroupVersion, t.groupVersion())
}

// PrepareNamespace returns obj with the namespace of the URL if it has none, or without one
// if the kind is not namespaced. It rejects an object of another namespace (400).
//
// Rule: k8s.io/apiserver/pkg/registry/rest,
// EnsureObjectNamespaceMatchesRequestNamespace.
func (t Target) PrepareNamespace(obj map[string]any) (map[string]any, *status.Status) {
	meta := metaedit.Edit(obj)
	if rejected := request.CheckNamespace(&meta, t.Version.Definition().Scope(), t.Namespace); rejected != nil {
		return nil, rejected
	}
	return meta.Object(obj), nil
}

// CheckName rejects an update of an object with another name than the URL's, or without one
// (400).
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, checkName.
func (t Target) CheckName(obj map[string]any) *status.Status {
	meta := metaedit.Edit(obj)
	return request.CheckName(meta.Text("name"), t.Name)
}

// CheckUID rejects an update of an object with another uid than the stored object's, if
// both have one (409). The Status names the key of the object in storage.
//
// Rule: k8s.io/apiserver/pkg/storage, Preconditions.Check.
func (t Target) CheckUID(obj, old map[string]any) *status.Status {
	meta, stored := metaedit.Edit(obj), metaedit.Edit(old)
	return request.CheckUID(t.key(&meta), &meta, &stored)
}

func (t Target) groupVersion() gotype.GroupVersion {
	return gotype.GroupVersion{Group: t.Version.Definition().Group(), Version: t.Version.Name()}
}

func (t Target) resource(meta *metaedit.Editor) status.Resource {
	return t.Version.Definition().Resource(meta.Text("name"))
}

func (t Target) key(meta *metaedit.Editor) request.StorageKey {
	return request.StorageKey{Resource: t.resource(meta), Namespace: meta.Text("namespace"), Prefix: request.KeyPrefix(t.StoragePrefix, t.DryRun)}
}
