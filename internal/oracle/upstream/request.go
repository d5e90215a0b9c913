package upstream

import (
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// Decoded is an object after decoding, before it is defaulted and validated.
type Decoded struct {
	// Object is the result, or nil if there is an error.
	Object map[string]any
	// Unknown are the paths of all unknown fields of a request, in the server's
	// order: root metadata, pruned fields, embedded metadata. It is not set for
	// stored objects.
	Unknown []string
	// Error is the decoding error, or empty.
	Error string
}

// Source is where an object comes from.
type Source int

const (
	// Request is the body of a request: malformed metadata is an error.
	Request Source = iota
	// Storage is a stored object: malformed metadata is dropped and a missing
	// generation repaired.
	Storage
	// Converted is an object that a converter returned: malformed metadata is an
	// error, and unknown fields are not reported.
	Converted
)

// Decode runs root metadata, pruning, nulls and embedded metadata on an object
// whose apiVersion and kind fit the schema.
//
// Reference: the unexported unstructuredSchemaCoercer of
// k8s.io/apiextensions-apiserver/pkg/apiserver, reimplemented with the exported
// functions that it calls, in its order.
func (s Structural) Decode(obj map[string]any, from Source) Decoded {
	return s.decodeInPlace(Copy(obj), from)
}

// decodeInPlace decodes an object as Decode does, but writes to it, as the reference does.
func (s Structural) decodeInPlace(obj map[string]any, from Source) Decoded {
	u := &unstructured.Unstructured{Object: obj}
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

// String returns the name of the source.
func (s Source) String() string { return [...]string{"request", "storage", "converted"}[s] }
