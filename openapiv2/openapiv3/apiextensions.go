package openapiv3

import (
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// APIExtensions returns the document of CustomResourceDefinition itself. A server whose
// clients write CRDs needs it at /openapi/v3/apis/apiextensions.k8s.io/v1; see
// openapiv2.APIExtensions. [WithPatchTypes] and [WithSchemas] change it. All documents share
// its values: treat them as read-only.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver and pkg/generated/openapi.
func APIExtensions(opts ...Option) *spec3.OpenAPI {
	return builder.APIExtensions(publish.Configure[*spec.Schema](opts))
}

// WithPatchTypes sets the media types of patches; see openapiv2.WithPatchTypes.
func WithPatchTypes(mediaTypes ...string) Option {
	return publish.WithPatchTypes[*spec.Schema](mediaTypes)
}
