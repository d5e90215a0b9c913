package compat

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
)

// Option adjusts [Compare] and [NewAudit].
type Option interface{ apply(*options) }

type options struct {
	compiler      *crdschema.Compiler
	attempts      int
	old, upgraded conversion.Converter
}

type option func(*options)

func (f option) apply(o *options) { f(o) }

func optionsOf(opts []Option) *options {
	o := &options{attempts: 60}
	for _, opt := range opts {
		if opt != nil {
			opt.apply(o)
		}
	}
	if o.compiler == nil {
		o.compiler = crdschema.NewCompiler()
	}
	return o
}

// WithCompiler sets the compiler of both definitions and with it the Kubernetes version of the
// server. The default is a new one.
func WithCompiler(c *crdschema.Compiler) Option { return option(func(o *options) { o.compiler = c }) }

// WithAttempts sets the number of objects that are judged for each change without a proof, 60 by
// default. The minimum is 1.
func WithAttempts(n int) Option { return option(func(o *options) { o.attempts = max(n, 1) }) }

// WithConverters sets the converters of CRDs with the conversion strategy Webhook. Without them,
// changes of what such a CRD stores and converts are unproven. Either may be nil.
func WithConverters(old, upgraded conversion.Converter) Option {
	return option(func(o *options) { o.old, o.upgraded = old, upgraded })
}

// definitionOptions returns the options of a definition.
func definitionOptions(crd map[string]any, c conversion.Converter) []crdschema.DefinitionOption {
	if c == nil || !convertsWithWebhook(crd) {
		return nil
	}
	return []crdschema.DefinitionOption{crdschema.WithConverter(c)}
}
