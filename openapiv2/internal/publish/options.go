package publish

// Config holds the options of documents with models of type M.
type Config[M any] struct {
	models     map[string]M
	patchTypes []string // of the document of apiextensions.k8s.io; nil for the server's
}

// Option changes a Config.
type Option[M any] interface{ set(*Config[M]) }

type option[M any] struct{ change func(*Config[M]) }

//lint:ignore U1000 Configure calls it through a type parameter
func (o option[M]) set(c *Config[M]) { o.change(c) }

// Configure returns the configuration that options set.
func Configure[M any, O Option[M]](opts []O) Config[M] {
	var c Config[M]
	for _, o := range opts {
		o.set(&c)
	}
	return c
}

// WithModels replaces Kubernetes models by name.
func WithModels[M any](models map[string]M) Option[M] {
	return option[M]{func(c *Config[M]) { c.models = models }}
}

// WithPatchTypes sets the media types of patches of a CRD.
func WithPatchTypes[M any](mediaTypes []string) Option[M] {
	types := append([]string{}, mediaTypes...)
	return option[M]{func(c *Config[M]) { c.patchTypes = types }}
}

func (c *Config[M]) replaced(name string, model M) M {
	if own, found := c.models[name]; found {
		return own
	}
	return model
}
