package crdschema

import (
	"cmp"
	"fmt"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// Option is an option of [Compile]: a [CompilerOption] or a [DefinitionOption].
type Option interface{ apply(*config) }

// CompilerOption adjusts a [Compiler] and with it all its definitions.
type CompilerOption interface {
	Option
	compilerOption()
}

// DefinitionOption adjusts one [Definition].
type DefinitionOption interface {
	Option
	definitionOption()
}

// config holds the options of a compiler and of a definition.
type config struct {
	converter conversion.Converter
	strategy  conversion.Strategy // instead of the CRD's, unless it is empty
	core      bool                // the group is the core group
	minor     int                 // of the Kubernetes version
	err       error               // of an option
}

// with returns the config changed by options.
func with[O Option](c config, opts []O) config {
	for _, o := range opts {
		o.apply(&c)
	}
	return c
}

type compilerOption func(*config)

func (f compilerOption) apply(c *config) { f(c) }
func (compilerOption) compilerOption()   {}

type definitionOption func(*config)

func (f definitionOption) apply(c *config) { f(c) }
func (definitionOption) definitionOption() {}

// WithKubernetesVersion sets the minor version of the server, from "1.30" to "1.37", the
// default. It decides which formats and which functions of rules exist. In new CRDs, the
// server accepts only the functions and formats of the minor version before its own, so
// that it can be rolled back. Before 1.36, numbers may be out of the range of their type
// and format, in objects and defaults, and there are fewer warnings about formats; see also
// validation.WithKubernetesVersion.
//
// Costs, texts and everything else are as in 1.37. With another version, every method of
// the compiler returns an error.
//
// Source: Kubernetes documentation, "Compatibility version".
func WithKubernetesVersion(version string) CompilerOption {
	return compilerOption(func(cfg *config) {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			cfg.err = err
			return
		}
		cfg.minor = minor
	})
}

// WithConverter sets the converter of a definition with the conversion strategy Webhook. It
// must check its context: calls such as [Definition.Admit] wait for it. Package conversion has
// several, and conversion/webhook calls a webhook. The result of c is checked as the server
// checks a webhook's answer.
//
// A server calls no converter for a CRD with the strategy None, such as the CRDs that
// controller-gen writes: Compile returns an error for them. If the CRD gets the other strategy
// when it is deployed, add it: WithConverter(c, conversion.StrategyWebhook). If c is nil, there is
// no converter.
//
// Without a converter, such a definition still admits objects: see [Result.Accepted]. Any
// other call that needs a conversion, and an update of an object that is stored at another
// version, return an error, not a verdict.
func WithConverter(c conversion.Converter, deployed ...conversion.Strategy) DefinitionOption {
	return definitionOption(func(cfg *config) {
		cfg.converter, cfg.strategy = c, ""
		for _, s := range deployed {
			cfg.strategy = s
		}
	})
}

// WithCoreGroup makes a definition of the core group, whose name is empty: its apiVersion is "v1". It is
// for servers that describe a built-in kind, such as Namespace, by a CRD. The spec.group of the CRD is
// required, and ignored. The name of the CRD is PLURAL and a dot: "namespaces.".
func WithCoreGroup() DefinitionOption {
	return definitionOption(func(cfg *config) { cfg.core = true })
}

// checkStrategy returns an error if a server with the strategy of a CRD would not call the
// converter.
func (c config) checkStrategy(name, strategy string) error {
	if c.converter == nil || strategy == crd.Webhook {
		return nil
	}
	return fmt.Errorf("%s has the conversion strategy %s, so a server calls no converter: set spec.conversion.strategy, "+
		"or compile it WithConverter(c, conversion.StrategyWebhook)", name, cmp.Or(strategy, string(conversion.StrategyNone)))
}
