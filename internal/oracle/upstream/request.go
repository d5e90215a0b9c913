package upstream

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// Decoded is what the server makes of an object before it defaults and
// validates it.
type Decoded struct {
	// Object is the result, nil if there is an error.
	Object map[string]any
	// Unknown are the paths of all unknown fields of a request, in the server's
	// order: root metadata, what was pruned, embedded metadata. Of a stored object
	// nobody wants to know them.
	Unknown []string
	// Error is why the object cannot be read, empty if it can.
	Error string
}

// Source says where an object comes from.
type Source int

const (
	// Request is a request's body: malformed metadata is an error.
	Request Source = iota
	// Storage is what was stored: malformed metadata is dropped and a missing
	// generation repaired.
	Storage
	// Converted is what a converter made of a stored object: malformed metadata
	// is an error, and nobody wants to know what is unknown.
	Converted
)

// Decode takes an object whose apiVersion and kind are known to fit the schema
// through root metadata, pruning, nulls and embedded metadata.
//
// Reference: the unexported unstructuredSchemaCoercer of
// k8s.io/apiextensions-apiserver/pkg/apiserver, put together anew from the
// exported functions that it calls, in its order.
func (s Structural) Decode(obj map[string]any, from Source) Decoded {
	u := &unstructured.Unstructured{Object: Copy(obj)}
	kind, hasKind, err := unstructured.NestedString(u.Object, "kind")
	if err != nil {
		return Decoded{Error: err.Error()}
	}
	apiVersion, hasAPIVersion, err := unstructured.NestedString(u.Object, "apiVersion")
	if err != nil {
		return Decoded{Error: err.Error()}
	}
	meta, hasMeta, unknown, err := objectmeta.GetObjectMetaWithOptions(u.Object, objectmeta.ObjectMetaOptions{
		DropMalformedFields:     from == Storage,
		ReturnUnknownFieldPaths: from == Request,
	})
	if err != nil {
		return Decoded{Error: err.Error()}
	}
	if _, err := schema.ParseGroupVersion(apiVersion); err != nil {
		return Decoded{Error: err.Error()}
	}
	unknown = append(unknown, pruning.PruneWithOptions(u.Object, s.S, true,
		structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: from == Request})...)
	defaulting.PruneNonNullableNullsWithoutDefaults(u.Object, s.S)
	fieldErr, embedded := objectmeta.CoerceWithOptions(nil, u.Object, s.S, false, objectmeta.CoerceOptions{
		DropInvalidFields:       from == Storage,
		ReturnUnknownFieldPaths: from == Request,
	})
	if fieldErr != nil {
		return Decoded{Error: fieldErr.Error()}
	}
	if from == Storage && meta.Generation == 0 { // panics without metadata, as the server does
		meta.Generation = 1
	}
	if hasKind {
		u.SetKind(kind)
	}
	if hasAPIVersion {
		u.SetAPIVersion(apiVersion)
	}
	if hasMeta {
		if err := objectmeta.SetObjectMeta(u.Object, meta); err != nil {
			return Decoded{Error: err.Error()}
		}
	}
	return Decoded{Object: u.Object, Unknown: append(unknown, embedded...)}
}

// String names the source.
func (s Source) String() string { return [...]string{"request", "storage"}[s] }
