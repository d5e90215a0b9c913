package openapiv3

import (
	"context"
	"sync"

	"k8s.io/kube-openapi/pkg/spec3"
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
// BuildOpenAPIV3.
func Build(ctx context.Context, crd map[string]any, version string, opts ...Option) (*spec3.OpenAPI, error) {
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
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapiv3, Controller.
func Published(crd map[string]any) ([]string, error) {
	d, err := publish.Read(context.Background(), crd)
	if err != nil {
		return nil, err
	}
	return d.Published(), nil
}

func build(ctx context.Context, d *publish.Definition, v *publish.Version, cfg config) (*spec3.OpenAPI, error) {
	schemas, err := models(ctx, d, v, cfg)
	if err != nil {
		return nil, err
	}
	return document(d, v, schemas, d.Paths(v)), nil
}

func document(d *publish.Definition, v *publish.Version, schemas map[string]*spec.Schema, paths []publish.Path) *spec3.OpenAPI {
	doc := &spec3.OpenAPI{
		Version:    "3.0.0",
		Info:       &spec.Info{InfoProps: publish.Info},
		Paths:      &spec3.Paths{Paths: make(map[string]*spec3.Path, len(paths))},
		Components: &spec3.Components{Schemas: schemas},
	}
	r := newRenderer(d, v)
	for i := range paths {
		doc.Paths.Paths[paths[i].Path] = r.path(&paths[i])
	}
	return doc
}

// common returns the Kubernetes models of this package. It builds them for the
// first document, and they are read-only.
var common = sync.OnceValue(func() map[string]*spec.Schema {
	out := map[string]*spec.Schema{}
	for name, model := range publish.Common(publish.V3) {
		out[name] = &model
	}
	return out
})

// models returns the schemas of a document: its own and those that they refer to.
func models(ctx context.Context, d *publish.Definition, v *publish.Version, cfg config) (map[string]*spec.Schema, error) {
	kind, list, err := d.Models(ctx, v, publish.V3)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*spec.Schema, len(common())+2)
	for name, model := range common() {
		if !v.Needs(name) {
			continue
		}
		if supplied := cfg.schemas[name]; supplied != nil {
			model = supplied
		}
		out[name] = model
	}
	out[d.ModelName(v.Name)] = &kind
	out[d.ListModelName(v.Name)] = &list
	return out, nil
}

// Option adjusts [Build], [BuildMap], [NewCatalog] and [APIExtensions].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	schemas    map[string]*spec.Schema
	patchTypes []string // of APIExtensions, or nil for those of the server
}

func newConfig(opts []Option) config {
	var c config
	for _, o := range opts {
		o.apply(&c)
	}
	return c
}

// WithSchemas replaces Kubernetes schemas of this package (ObjectMeta, Status and
// so on) by the caller's own, by name:
// "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Those that no document
// refers to are left out. All documents share them, and they must not change.
func WithSchemas(schemas map[string]*spec.Schema) Option {
	return optionFunc(func(c *config) { c.schemas = schemas })
}
