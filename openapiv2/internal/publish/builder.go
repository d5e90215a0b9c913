package publish

import (
	"context"
	"encoding/json"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/work"
)

// Builder builds documents of type D with models of type M.
type Builder[D json.Marshaler, M any] struct {
	form     Form
	model    func(spec.Schema) M
	document func(*Definition, *Version, map[string]M, []PathItem) D
	common   func() map[string]M // the Kubernetes models of all documents
}

// NewBuilder returns a builder. model returns a model as a document holds it, and document
// returns the document with these models and paths.
func NewBuilder[D json.Marshaler, M any](form Form, model func(spec.Schema) M, document func(*Definition, *Version, map[string]M, []PathItem) D) *Builder[D, M] {
	return &Builder[D, M]{form: form, model: model, document: document, common: sync.OnceValue(func() map[string]M {
		out := map[string]M{}
		for name, schema := range common(form) {
			out[name] = model(schema)
		}
		return out
	})}
}

// Build returns the document of one version of a CRD.
func (b *Builder[D, M]) Build(ctx context.Context, crd map[string]any, version string, c Config[M]) (doc D, err error) {
	d, err := Read(ctx, crd)
	if err != nil {
		return doc, err
	}
	v, err := d.Version(version)
	if err != nil {
		return doc, err
	}
	return b.build(ctx, d, v, c)
}

// BuildMap returns the document as plain JSON values.
func (b *Builder[D, M]) BuildMap(ctx context.Context, crd map[string]any, version string, c Config[M]) (map[string]any, error) {
	ctx, _ = work.Share(ctx)
	doc, err := b.Build(ctx, crd, version, c)
	if err != nil {
		return nil, err
	}
	return plainDocument(ctx, doc)
}

// NewCatalog returns an empty catalog.
func (b *Builder[D, M]) NewCatalog(c Config[M]) *Catalog[D] {
	return newCatalog(func(ctx context.Context, d *Definition, v *Version) (D, error) { return b.build(ctx, d, v, c) })
}

// APIExtensions returns the document of the group apiextensions.k8s.io.
func (b *Builder[D, M]) APIExtensions(c Config[M]) D {
	d, v := apiExtensions()
	models := map[string]M{}
	for name, schema := range apiExtensionsModels()[b.form] {
		models[name] = c.replaced(name, b.model(schema))
	}
	return b.document(d, v, models, d.nativePaths(v, b.form, c.patchTypes))
}

func (b *Builder[D, M]) build(ctx context.Context, d *Definition, v *Version, c Config[M]) (doc D, err error) {
	kind, list, err := d.models(ctx, v, b.form)
	if err != nil {
		return doc, err
	}
	models := make(map[string]M, len(b.common())+2)
	for name, model := range b.common() {
		if v.needs(name) {
			models[name] = c.replaced(name, model)
		}
	}
	models[d.modelName(v.Name, d.Kind)] = b.model(kind)
	models[d.modelName(v.Name, d.ListKind)] = b.model(list)
	return b.document(d, v, models, d.paths(v)), nil
}
