package openapiv2

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// APIExtensions returns the document of the group apiextensions.k8s.io: that of
// CustomResourceDefinition itself, in version v1. A server whose clients write crds
// needs it, because kubectl reads the schema of an object before it applies it.
// Merge it with the documents of crds:
//
//	all, conflicts := openapiv2.Merge(openapiv2.APIExtensions(), widgets, gadgets)
//
// The paths are those of the server, with deprecated ones for watches and media
// types such as protobuf. kubectl chooses the type of its patches by them: see
// [WithPatchTypes]. With [WithDefinitions] any definition of the
// document can be replaced. All documents share the others: treat them as
// read-only.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver and pkg/generated/openapi.
func APIExtensions(opts ...Option) *spec.Swagger {
	d, v := publish.APIExtensions()
	definitions := publish.APIExtensionsModels(publish.V2)
	cfg := newConfig(opts)
	for name := range definitions {
		if model, found := cfg.definitions[name]; found {
			definitions[name] = model
		}
	}
	return document(d, v, definitions, d.NativePaths(v, publish.V2, cfg.patchTypes))
}

// WithPatchTypes sets the media types of patches in the document of [APIExtensions],
// which by default are those of the server. kubectl apply sends a strategic merge
// patch if the document has that type, else a merge patch. Servers without strategic
// merge patches of crds have these:
//
//	openapiv2.WithPatchTypes("application/json-patch+json", "application/merge-patch+json")
//
// Documents of custom resources are not affected.
func WithPatchTypes(mediaTypes ...string) Option {
	types := append([]string{}, mediaTypes...)
	return optionFunc(func(c *config) { c.patchTypes = types })
}
