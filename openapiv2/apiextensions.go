package openapiv2

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// APIExtensions returns the document of CustomResourceDefinition itself,
// apiextensions.k8s.io/v1. A server whose clients write CRDs needs it, because kubectl reads
// the schema of an object before it applies it. Merge it with the documents of CRDs:
//
//	all, conflicts := openapiv2.Merge(openapiv2.APIExtensions(), widgets, gadgets)
//
// The models are built from the fields of a CRD that this module knows, with descriptions of
// our own. The paths are the server's, with deprecated ones for watches and media types such
// as protobuf. kubectl chooses the type of its patches by them: see [WithPatchTypes].
// [WithDefinitions] replaces any definition of the document.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver and pkg/generated/openapi.
func APIExtensions(opts ...Option) *spec.Swagger {
	return builder.APIExtensions(publish.Configure[spec.Schema](opts))
}

// WithPatchTypes sets the media types of patches in the document of [APIExtensions], by
// default the server's list. kubectl apply sends a strategic merge patch if the document has
// that type, else a merge patch. Servers without strategic merge patches of CRDs have these:
//
//	openapiv2.WithPatchTypes("application/json-patch+json", "application/merge-patch+json")
func WithPatchTypes(mediaTypes ...string) Option {
	return publish.WithPatchTypes[spec.Schema](mediaTypes)
}
