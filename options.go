package crdschema

import (
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Option adjusts a [Compiler].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	converter Converter
	minor     int   // of the Kubernetes version
	err       error // of an option
}

// WithKubernetesVersion sets the minor version of the server, from "1.30" to
// "1.37", the default. It decides which string formats and which functions of
// rules exist, and whether numbers must be in the range of their format. The server accepts only those of the minor version before its own
// in new crds, so that it can be rolled back.
//
// Costs, texts and everything else are those of 1.37. With another version, every
// method of the compiler returns an error.
//
// Source: Kubernetes documentation, "Compatibility version".
func WithKubernetesVersion(version string) Option {
	return optionFunc(func(cfg *config) {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			cfg.err = err
			return
		}
		cfg.minor = minor
	})
}

// Converter converts objects of one definition between its versions. Package
// conversion has several, conversion/webhook one that calls a webhook.
type Converter = conversion.Converter

// WithConverter sets the converter of definitions with the conversion strategy
// Webhook. What c returns is checked as the server checks the answer of a webhook.
func WithConverter(c Converter) Option {
	return optionFunc(func(cfg *config) { cfg.converter = c })
}
