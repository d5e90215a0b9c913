package openapiv2

import (
	"context"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/openapiv2/internal/publish"
)

// Build returns the document that the server publishes for one version of a
// crd, a CustomResourceDefinition of apiextensions.k8s.io/v1 or v1beta1. version is
// the name of one of its versions, served or not.
//
// The errors are structural.Error values with paths in the crd: it is not a
// CustomResourceDefinition, lacks a name that the document needs, does not have the
// version, or has a schema that the server cannot decode. A schema that is not
// structural is not an error: the server publishes the kind without it. A text that is not UTF-8 is
// an error (not-json): no server has one, and the document could not be written.
//
// Any other error says that the context is done, or that there is too much work
// (structural.ErrTooMuchWork).
//
// Build does not modify or keep the crd, but shares its strings.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// BuildOpenAPIV2.
func Build(ctx context.Context, crd map[string]any, version string, opts ...Option) (*spec.Swagger, error) {
	d, err := publish.Read(ctx, crd)
	if err != nil {
		return nil, err
	}
	v, err := d.Version(version)
	if err != nil {
		return nil, err
	}
	return build(ctx, d, v, newConfig(opts))
}

// BuildMap returns the document of [Build] as plain JSON values, as if it were
// encoded and decoded again. The caller may modify it.
func BuildMap(ctx context.Context, crd map[string]any, version string, opts ...Option) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	doc, err := Build(ctx, crd, version, opts...)
	if err != nil {
		return nil, err
	}
	return publish.Plain(ctx, doc)
}

// Published returns the versions that the server publishes in the order of the crd:
// the served ones, if the crd is established. A crd without status.conditions
// counts as established. The errors are those of [Build] that
// are not about schemas.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi, createSpecCache.
func Published(crd map[string]any) ([]string, error) {
	d, err := publish.Read(context.Background(), crd)
	if err != nil {
		return nil, err
	}
	return d.Published(), nil
}

func build(ctx context.Context, d *publish.Definition, v *publish.Version, cfg config) (*spec.Swagger, error) {
	definitions, err := models(ctx, d, v, cfg)
	if err != nil {
		return nil, err
	}
	return document(d, v, definitions, d.Paths(v)), nil
}

func document(d *publish.Definition, v *publish.Version, definitions spec.Definitions, paths []publish.Path) *spec.Swagger {
	r := newRenderer(d, v)
	doc := &spec.Swagger{SwaggerProps: spec.SwaggerProps{
		Swagger:     "2.0",
		Info:        &spec.Info{InfoProps: publish.Info},
		Paths:       &spec.Paths{Paths: make(map[string]spec.PathItem, len(paths))},
		Definitions: definitions,
		Parameters:  r.parameters(d.Namespaced),
	}}
	for i := range paths {
		doc.Paths.Paths[paths[i].Path] = r.path(&paths[i])
	}
	return doc
}

// models returns the schemas of a document: its own and those that they refer to.
func models(ctx context.Context, d *publish.Definition, v *publish.Version, cfg config) (spec.Definitions, error) {
	kind, list, err := d.Models(ctx, v, publish.V2)
	if err != nil {
		return nil, err
	}
	common := publish.Common(publish.V2)
	out := make(spec.Definitions, len(common)+2)
	for name, model := range common {
		if !v.Needs(name) {
			continue
		}
		if supplied, found := cfg.definitions[name]; found {
			model = supplied
		}
		out[name] = model
	}
	out[d.ModelName(v.Name)] = kind
	out[d.ListModelName(v.Name)] = list
	return out, nil
}

// Option adjusts [Build], [BuildMap], [NewCatalog] and [APIExtensions].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	definitions spec.Definitions
	patchTypes  []string // of APIExtensions, or nil for those of the server
}

func newConfig(opts []Option) config {
	var c config
	for _, o := range opts {
		o.apply(&c)
	}
	return c
}

// WithDefinitions replaces Kubernetes definitions of this package (ObjectMeta,
// Status and so on) by the caller's own, by name:
// "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Those that no document
// refers to are left out. All documents share them, and they must not change.
func WithDefinitions(definitions spec.Definitions) Option {
	return optionFunc(func(c *config) { c.definitions = definitions })
}
