package openapiv3

import (
	"context"
	"maps"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

var builder = publish.NewBuilder(publish.V3, func(model spec.Schema) *spec.Schema { return &model }, document)

// Build returns the document that the server publishes for one version of crd, with the
// arguments and errors of openapiv2.Build. It shares the strings of crd.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, BuildOpenAPIV3.
func Build(ctx context.Context, crd map[string]any, version string, opts ...Option) (*spec3.OpenAPI, error) {
	return builder.Build(ctx, crd, version, publish.Configure[*spec.Schema](opts))
}

// BuildMap returns the document of [Build] as plain JSON values that the caller may modify.
func BuildMap(ctx context.Context, crd map[string]any, version string, opts ...Option) (map[string]any, error) {
	return builder.BuildMap(ctx, crd, version, publish.Configure[*spec.Schema](opts))
}

// Published calls openapiv2.Published.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapiv3, Controller.
func Published(crd map[string]any) ([]string, error) { return publish.Published(crd) }

func document(d *publish.Definition, v *publish.Version, schemas map[string]*spec.Schema, paths []publish.PathItem) *spec3.OpenAPI {
	doc := empty()
	doc.Paths = &spec3.Paths{Paths: make(map[string]*spec3.Path, len(paths))}
	doc.Components = &spec3.Components{Schemas: schemas}
	r := newRenderer(d, v)
	for i := range paths {
		doc.Paths.Paths[paths[i].Path] = r.path(&paths[i])
	}
	return doc
}

func empty() *spec3.OpenAPI {
	return &spec3.OpenAPI{Version: "3.0.0", Info: &spec.Info{InfoProps: publish.Info}}
}

// Option adjusts [Build], [BuildMap], [NewCatalog] and [APIExtensions].
type Option interface{ publish.Option[*spec.Schema] }

// WithSchemas replaces Kubernetes schemas of this package (ObjectMeta, Status and so on) by
// name; see openapiv2.WithDefinitions. A nil schema replaces nothing.
func WithSchemas(schemas map[string]*spec.Schema) Option {
	present := maps.Clone(schemas)
	maps.DeleteFunc(present, func(_ string, s *spec.Schema) bool { return s == nil })
	return publish.WithModels(present)
}
