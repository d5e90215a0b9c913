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
// The paths are those of the server, with media types and deprecated paths for
// watches that a server need not have. With [WithSchemas] any schema of the document
// can be replaced. All documents share the others: treat them as read-only.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver and pkg/generated/openapi.
func APIExtensions(opts ...Option) *spec3.OpenAPI {
	d, v := publish.APIExtensions()
	supplied, schemas := newConfig(opts).schemas, map[string]*spec.Schema{}
	for name, model := range publish.APIExtensionsModels(publish.V3) {
		schemas[name] = &model
		if own := supplied[name]; own != nil {
			schemas[name] = own
		}
	}
	return document(d, v, schemas, d.NativePaths(v, publish.V3))
}
