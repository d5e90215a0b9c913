package rest

import (
	"context"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdserver/internal/admission"
	"github.com/seed95800270/crdschema/crdserver/internal/store"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
)

// Kind is a resource at a version. An error of its methods is answered with its Status
// (crdschema.StatusOf), or as an internal error.
type Kind interface {
	// Table holds the objects.
	Table() *store.Table
	// Namespaced reports whether the objects are in namespaces.
	Namespaced() bool
	// Lifetime is done when watches have to end, because the kind is served in another way.
	Lifetime() context.Context
	// ReadsProtobuf reports whether bodies may be protobuf.
	ReadsProtobuf() bool
	// CheckPatchType returns the Status for a Content-Type header of a patch that is answered
	// before everything else, or nil.
	CheckPatchType(header string) *crdschema.Status
	// Resource describes the kind to webhooks.
	Resource() admission.Resource
	// Warnings are the Warning headers of all answers except to Write and Delete.
	Warnings() []string

	// Read returns stored objects at the version. ReadOne is about one, with the words for it.
	Read(ctx context.Context, stored []map[string]any) ([]map[string]any, error)
	ReadOne(ctx context.Context, stored map[string]any) (map[string]any, error)
	// Subresource returns what a GET of a subresource of an object returns.
	Subresource(obj map[string]any, name string) (map[string]any, error)
	// NotFound is the answer about an object that is not stored.
	NotFound(namespace, name string) *crdschema.Status

	// Selectable has the fields of field selectors.
	Selectable(ctx context.Context) (*registry.Selectable, error)
	// List is a list of objects, with its metadata.
	List(objs []map[string]any, metadata map[string]any) map[string]any
	// Printer makes tables of the objects, or of a subresource.
	Printer(ctx context.Context, subresource string) (Printer, error)
	// Bookmark and InitialEventsEnd are the events of registry.Bookmark and registry.InitialEventsEnd.
	Bookmark(revision uint64) map[string]any
	InitialEventsEnd(revision uint64) map[string]any

	// Write decides about a new, updated or patched object.
	Write(ctx context.Context, w Write) (Outcome, error)
	// Delete decides about a deletion.
	Delete(ctx context.Context, d Deletion) (Outcome, error)
	// AlreadyExists is the answer to a new object with the name of a stored one.
	AlreadyExists(namespace string, obj, old map[string]any) *crdschema.Status
	// Written is called after each write of a verb.
	Written(ctx context.Context, w store.Write) error
}

// Printer makes tables.
type Printer interface {
	Table(ctx context.Context, objs []map[string]any, now time.Time, opts ...registry.TableOption) (map[string]any, error)
	TableEvent(ctx context.Context, event map[string]any, now time.Time, opts ...registry.TableOption) (map[string]any, error)
}

// Write is a request to write an object.
type Write struct {
	Operation       crdschema.Operation
	Body            []byte
	ContentType     string
	Options         httpapi.WriteOptions
	FieldManager    string
	Namespace, Name string
	Subresource     string
	// Old is the stored object, or nil.
	Old map[string]any
	// Admission has the webhooks of the request, or is nil.
	Admission *admission.Request
	// UID, Suffix (NameSuffix), Now and Revision are as in crdschema.Request.
	UID, Suffix string
	Now         time.Time
	Revision    uint64
}

// Deletion is a request to delete an object.
type Deletion struct {
	Body            []byte
	ContentType     string
	Options         map[string]any
	Namespace, Name string
	Old             map[string]any
	Now             time.Time
	Revision        uint64
	// Collection is set if the request is for a collection.
	Collection bool
}

// Outcome is the decision about a write or a deletion.
type Outcome struct {
	// Status rejects the request.
	Status *crdschema.Status
	// Object is the answer, Code its HTTP status code, and Warnings its warnings.
	Object   map[string]any
	Code     int
	Warnings []string
	// Stored is the object to store. It is nil if nothing is to be stored.
	Stored map[string]any
	// Gone reports whether the object is to be removed. Marked, if it is not nil, is stored before.
	Gone   bool
	Marked map[string]any
	// DryRun reports whether the request only asks for the answer.
	DryRun bool
}
