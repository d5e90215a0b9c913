package openapiv2

import (
	"context"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

var builder = publish.NewBuilder(publish.V2, func(model spec.Schema) spec.Schema { return model }, document)

// Build returns the document that the server publishes for one version of crd, a
// CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1. version is the name of one
// of its versions, served or not.
//
// Errors in crd are structural.Error values with paths in it: it is not a
// CustomResourceDefinition, lacks a name that the document needs, does not have the version,
// has a schema that the server cannot decode, or a text that is not UTF-8 (not-json). A
// schema that is not structural is not an error.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, BuildOpenAPIV2.
func Build(ctx context.Context, crd map[string]any, version string, opts ...Option) (*spec.Swagger, error) {
	return builder.Build(ctx, crd, version, publish.Configure[spec.Schema](opts))
}

// BuildMap returns the document of [Build] as plain JSON values that the caller may modify.
func BuildMap(ctx context.Context, crd map[string]any, version string, opts ...Option) (map[string]any, error) {
	return builder.BuildMap(ctx, crd, version, publish.Configure[spec.Schema](opts))
}

// Published returns the versions that the server publishes, in the order of crd: the
// served versions of an established CRD. A CRD without status.conditions counts as
// established. It returns the errors of [Build] that are not about schemas.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi, createSpecCache.
func Published(crd map[string]any) ([]string, error) { return publish.Published(crd) }

func document(d *publish.Definition, v *publish.Version, definitions map[string]spec.Schema, paths []publish.PathItem) *spec.Swagger {
	r := newRenderer(d, v)
	doc := empty()
	doc.Paths = &spec.Paths{Paths: make(map[string]spec.PathItem, len(paths))}
	doc.Definitions, doc.Parameters = definitions, r.parameters(d.Namespaced)
	for i := range paths {
		doc.Paths.Paths[paths[i].Path] = r.path(&paths[i])
	}
	return doc
}

func empty() *spec.Swagger {
	return &spec.Swagger{SwaggerProps: spec.SwaggerProps{Swagger: "2.0", Info: &spec.Info{InfoProps: publish.Info}}}
}

// Option adjusts [Build], [BuildMap], [NewCatalog] and [APIExtensions].
type Option interface{ publish.Option[spec.Schema] }

// WithDefinitions replaces Kubernetes definitions of this package (ObjectMeta, Status and so
// on) by name: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Definitions that no document
// refers to are left out. All documents share the definitions: they must not change.
func WithDefinitions(definitions spec.Definitions) Option { return publish.WithModels(definitions) }
