package crdschema

import (
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/stages"
)

// ValidationOption adjusts [Version.ValidateUpdate] and its siblings.
type ValidationOption interface {
	applyValidation(validationConfig) validationConfig
}

type validationConfig struct {
	strict bool  // tolerates no errors of unchanged values
	budget int64 // of rules; 0 for that of the server
	all    bool  // evaluates rules despite other errors

	observe func(celrules.Evaluation)
}

func (c validationConfig) options() stages.Options {
	o := stages.Options{Budget: c.budget, AllErrors: c.all, Observe: c.observe}
	if c.strict {
		o.Tolerance = celrules.Strict
	}
	return o
}

type validationOption func(validationConfig) validationConfig

func (f validationOption) applyValidation(c validationConfig) validationConfig { return f(c) }

// WithoutRatcheting tolerates no errors of values and rules in an update, like servers
// without the feature gate CRDValidationRatcheting. Errors of sets and keyed lists are
// still tolerated if the old object has such errors.
func WithoutRatcheting() ValidationOption {
	return validationOption(func(c validationConfig) validationConfig {
		c.strict = true
		return c
	})
}

// WithAllErrors evaluates the rules of an object that has other errors, for reports that have
// every error. The server does not: it reports that rules were not checked (code
// rules-not-checked). [Request.AllErrors] does the same in Admit.
func WithAllErrors() ValidationOption {
	return validationOption(func(c validationConfig) validationConfig {
		c.all = true
		return c
	})
}

// WithCostBudget sets the limit of the cost of rules for one object, in cost units, instead
// of celrules.ObjectBudget. With less than one unit, the first rule fails.
func WithCostBudget(units int64) ValidationOption {
	return validationOption(func(c validationConfig) validationConfig {
		c.budget = units
		if units == 0 {
			c.budget = -1 // 0 is the server's
		}
		return c
	})
}
