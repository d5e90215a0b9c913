package openapiv3

import (
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// APIExtensions returns the document of apiextensions.k8s.io/v1: that of
// CustomResourceDefinition itself. A server whose clients write crds needs it at
// /openapi/v3/apis/apiextensions.k8s.io/v1, because kubectl reads the schema of an
// object before it applies it.
//
// The paths are those of the server, with deprecated ones for watches and media
// types such as protobuf. kubectl chooses the type of its patches by them: see
// [WithPatchTypes]. With [WithSchemas] any schema of the document can
// be replaced. All documents share the others: treat them as read-only.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver and pkg/generated/openapi.
func APIExtensions(opts ...Option) *spec3.OpenAPI {
	d, v := publish.APIExtensions()
	cfg, schemas := newConfig(opts), map[string]*spec.Schema{}
	for name, model := range publish.APIExtensionsModels(publish.V3) {
		schemas[name] = &model
		if own := cfg.schemas[name]; own != nil {
			schemas[name] = own
		}
	}
	return document(d, v, schemas, d.NativePaths(v, publish.V3, cfg.patchTypes))
}

// WithPatchTypes sets the media types of patches in the document of [APIExtensions],
// which by default are those of the server. kubectl apply sends a strategic merge
// patch if the document has that type, else a merge patch. Servers without strategic
// merge patches of crds have these:
//
//	openapiv3.WithPatchTypes("application/json-patch+json", "application/merge-patch+json")
//
// Documents of custom resources are not affected.
func WithPatchTypes(mediaTypes ...string) Option {
	types := append([]string{}, mediaTypes...)
	return optionFunc(func(c *config) { c.patchTypes = types })
}
