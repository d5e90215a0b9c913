package crdschema

import "context"

// Option adjusts a [Compiler].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct{ converter Converter }

// Converter converts objects of one definition between its versions. It is the
// interface of package conversion.
//
// Convert returns one object for each of objs, in the same order, each with the
// apiVersion toAPIVersion ("group/version"). objs belong to the caller and must
// not be changed.
type Converter interface {
	Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error)
}

// WithConverter makes the definitions convert objects with c. It is needed for
// definitions with the conversion strategy Webhook, and used for no others.
func WithConverter(c Converter) Option {
	return optionFunc(func(cfg *config) { cfg.converter = c })
}
