package specschema

import (
	"context"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// FromSpec reads a schema from one of kube-openapi, nil from nil. References are errors
// (unsupported-keyword) unless [WithReferences] resolves them.
func FromSpec(ctx context.Context, s *spec.Schema, opts ...Option) (*structural.Schema, structural.Errors, error) {
	if s == nil {
		return nil, nil, nil
	}
	var cfg config
	for _, o := range opts {
		o.apply(&cfg)
	}
	r := newReader(ctx)
	r.resolve(cfg.references)
	return r.read(r.specs.schema(s))
}

// Option adjusts [FromSpec].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	references func(ref string) *spec.Schema
}

// WithReferences resolves references with a function. It takes the text of a $ref, for example
// "#/components/schemas/io.k8s.api.core.v1.Container", and returns the schema or nil
// (reference-not-found). FromSpec calls it once for each text.
func WithReferences(resolve func(ref string) *spec.Schema) Option {
	return optionFunc(func(c *config) { c.references = resolve })
}

type reader struct {
	specs specReader
	expander
}

func newReader(ctx context.Context) *reader {
	errs := &reporter{ctx: ctx, work: work.Start(ctx, "reading a schema")}
	return &reader{specs: specReader{reporter: errs}, expander: expander{
		reporter: errs, references: references{known: map[string]*component{}},
	}}
}

func (r *reader) resolve(references func(ref string) *spec.Schema) {
	if references == nil {
		return
	}
	r.lookup = func(ref string) map[string]any {
		if s := references(ref); s != nil {
			return r.specs.schema(s)
		}
		return nil
	}
}

func (r *reader) read(m map[string]any) (*structural.Schema, structural.Errors, error) {
	if r.fatal == nil {
		m = r.schema(m)
	}
	return r.result(m)
}

// FromOpenAPI calls [FromDocument] for an OpenAPI v3 document.
func FromOpenAPI(ctx context.Context, doc *spec3.OpenAPI, groupVersion, kind string) (*structural.Schema, structural.Errors, error) {
	var schemas map[string]*spec.Schema
	if doc != nil && doc.Components != nil {
		schemas = doc.Components.Schemas
	}
	return fromSchemas(ctx, formV3, schemas, groupVersion, kind)
}

// FromSwagger calls [FromDocument] for an OpenAPI v2 document.
func FromSwagger(ctx context.Context, doc *spec.Swagger, groupVersion, kind string) (*structural.Schema, structural.Errors, error) {
	var schemas map[string]*spec.Schema
	if doc != nil {
		schemas = make(map[string]*spec.Schema, len(doc.Definitions))
		for name, s := range doc.Definitions {
			schemas[name] = &s
		}
	}
	return fromSchemas(ctx, formV2, schemas, groupVersion, kind)
}

func fromSchemas(ctx context.Context, f form, schemas map[string]*spec.Schema, groupVersion, kind string) (*structural.Schema, structural.Errors, error) {
	r := newReader(ctx)
	r.resourceRoot = true
	r.resolve(func(ref string) *spec.Schema {
		if name := f.name(ref); name != "" {
			return schemas[name]
		}
		return nil
	})
	find := func(name string) any {
		if s := schemas[name]; s != nil {
			v, _ := encoded(s.Extensions[groupVersionKind])
			return v
		}
		return nil
	}
	name, found := findKind(keys(schemas), find, groupVersion, kind)
	if !found {
		return nil, f.notFound(groupVersion, kind), nil
	}
	return r.readKind(f, name)
}
