package crdschema

import (
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
)

// Option adjusts a [Compiler].
type Option interface{ apply(*config) }

type optionFunc func(*config)

func (f optionFunc) apply(c *config) { f(c) }

type config struct {
	converter Converter
	minor     int // of the Kubernetes version
	errs      structural.Errors
}

// WithKubernetesVersion asks for the answers of another Kubernetes minor
// version, from "1.30" to "1.37", the default: which string formats and which
// functions of rules exist there. A server judges new rules and formats by the
// version before its own, so that it can be rolled back.
//
// It is a promise about availability. Costs, texts and everything else are
// those of 1.37. An unknown version is an error of Compile.
//
// Source: Kubernetes documentation, "Compatibility version".
func WithKubernetesVersion(version string) Option {
	return optionFunc(func(cfg *config) {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			cfg.errs = append(cfg.errs, err)
			return
		}
		cfg.minor = minor
	})
}

// Converter converts objects of one definition between its versions; package
// conversion has several, conversion/webhook one that asks a webhook.
type Converter = conversion.Converter

// WithConverter makes the definitions convert objects with c. It is needed for
// definitions with the conversion strategy Webhook, and used for no others. What
// c returns is checked as a server checks the answer of a webhook.
func WithConverter(c Converter) Option {
	return optionFunc(func(cfg *config) { cfg.converter = c })
}
