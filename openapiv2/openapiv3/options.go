package openapiv3

import "k8s.io/kube-openapi/pkg/validation/spec"

// Option adjusts [Build], [BuildMap] and [NewCatalog].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	schemas map[string]*spec.Schema
}

func newConfig(opts []Option) config {
	var c config
	for _, o := range opts {
		o.apply(&c)
	}
	return c
}

// WithSchemas makes documents hold the caller's own Kubernetes schemas
// (ObjectMeta, Status and so on) in place of those of this package, by their
// names: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Those that no
// document refers to are left out. They are shared by all documents and must not
// change.
func WithSchemas(schemas map[string]*spec.Schema) Option {
	return optionFunc(func(c *config) { c.schemas = schemas })
}
