package openapiv2

import "k8s.io/kube-openapi/pkg/validation/spec"

// Option adjusts [Build], [BuildMap] and [NewCatalog].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	definitions spec.Definitions
}

func newConfig(opts []Option) config {
	var c config
	for _, o := range opts {
		o.apply(&c)
	}
	return c
}

// WithDefinitions makes documents hold the caller's own Kubernetes definitions
// (ObjectMeta, Status and so on) in place of those of this package, by their
// names: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Those that no
// document refers to are left out. They are shared by all documents and must not
// change.
func WithDefinitions(definitions spec.Definitions) Option {
	return optionFunc(func(c *config) { c.definitions = definitions })
}
