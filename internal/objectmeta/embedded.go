package objectmeta

import "github.com/seed95800270/crdschema/structural"

// Coerce normalises the type and object metadata of the embedded resources
// (x-kubernetes-embedded-resource) that s has in obj, which may be the root:
// apiVersion and kind must be strings if they are there, metadata becomes what
// [Metadata] makes of it. unknown are the fields lost from metadata, located
// from the root and in the order of their texts, as in the server.
//
// The error is Invalid: at apiVersion or kind `must be a string`, at metadata
// what the server's decoder says, with the metadata as the value. In modes
// other than [Reject] there is none: an apiVersion or kind of another type is
// dropped and metadata that is no object stays as it is. The map returned
// beside an error is obj.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta,
// CoerceWithOptions.
func Coerce(obj map[string]any, s *structural.Schema, mode Mode) (out map[string]any, unknown structural.Errors, err *structural.Error) {
	if !s.HoldsEmbeddedResources() {
		return obj, nil, nil
	}
	w := walker{mode: mode}
	out, _, err = w.object(obj, s)
	return w.finish(obj, out, err)
}

// CoerceResource is [Coerce] for an obj that is a whole resource although s
// does not say so, as at the root of a custom resource.
//
// Rule: as for [Coerce], with isResourceRoot.
func CoerceResource(obj map[string]any, s *structural.Schema, mode Mode) (out map[string]any, unknown structural.Errors, err *structural.Error) {
	w := walker{mode: mode}
	out, _, err = w.resource(obj, s)
	return w.finish(obj, out, err)
}
