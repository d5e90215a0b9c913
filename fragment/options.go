package fragment

import (
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
)

// Option is a [CompilerOption] or a [CheckOption], for [Check].
type Option interface{ apply(config) config }

// CompilerOption adjusts a [Compiler].
type CompilerOption interface {
	Option
	compilerOption()
}

// CheckOption adjusts [Compiler.Check].
type CheckOption interface {
	Option
	checkOption()
}

// ValidationOption adjusts [Fragment.Validate] and [Fragment.ValidateUpdate].
type ValidationOption interface {
	Option
	validationOption()
}

// DecodeOption adjusts [Fragment.Decode].
type DecodeOption interface {
	Option
	decodeOption()
}

// PathOption adjusts everything that reports errors.
type PathOption interface {
	CheckOption
	ValidationOption
	DecodeOption
}

// LimitOption adjusts everything that evaluates rules.
type LimitOption interface {
	CheckOption
	ValidationOption
}

type config struct {
	minor           int
	err             error // of an option
	path            structural.Path
	budget          int64
	callLimit       int64
	expressionLimit uint64
	schemaLimit     uint64
	tolerance       celrules.Tolerance
	allErrors       bool
	old             map[string]any
}

var defaultConfig = config{minor: kubeversion.Newest, expressionLimit: celrules.ExpressionLimit, schemaLimit: celrules.SchemaLimit}

// with takes and returns a value, so that a call without options allocates nothing.
func with[O Option](c config, opts []O) config {
	for _, o := range opts {
		c = o.apply(c)
	}
	return c
}

type option func(config) config

func (f option) apply(c config) config { return f(c) }

type (
	compilerOption   struct{ option }
	checkOption      struct{ option }
	validationOption struct{ option }
	pathOption       struct{ option }
	limitOption      struct{ option }
)

func (compilerOption) compilerOption()     {}
func (checkOption) checkOption()           {}
func (validationOption) validationOption() {}
func (pathOption) checkOption()            {}
func (pathOption) validationOption()       {}
func (pathOption) decodeOption()           {}
func (limitOption) checkOption()           {}
func (limitOption) validationOption()      {}

// WithKubernetesVersion sets the minor version of the server, from "1.30" to "1.37", the
// default, for formats and functions of rules. With another version, every function of the
// compiler returns an error.
func WithKubernetesVersion(version string) CompilerOption {
	return compilerOption{func(c config) config {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			c.err = err
			return c
		}
		c.minor = minor
		return c
	}}
}

// WithPath sets the path of the value or the schema: errors are located below it, as in the
// server's functions with a field.Path. Without it, a value is at the root, printed as <nil>.
func WithPath(path structural.Path) PathOption {
	return pathOption{func(c config) config {
		c.path = path
		return c
	}}
}

// WithCostBudget limits the cost of all rules of one value, or of all defaults in a check,
// instead of celrules.ObjectBudget. If the values of several fragments share a budget,
// subtract each [Validation.Cost]. Without any budget left, rules are errors.
func WithCostBudget(units int64) LimitOption {
	return limitOption{func(c config) config {
		c.budget = literal(units)
		return c
	}}
}

// WithCallLimit replaces celrules.CallLimit, the limit on the cost of one evaluation of an
// expression.
func WithCallLimit(units int64) LimitOption {
	return limitOption{func(c config) config {
		c.callLimit = literal(units)
		return c
	}}
}

func literal(units int64) int64 {
	if units == 0 {
		return -1
	}
	return units
}

// WithExpressionLimit replaces celrules.ExpressionLimit, the limit on the estimated cost of
// one expression of a new schema. With 0, no expression may cost anything.
func WithExpressionLimit(units uint64) CheckOption {
	return checkOption{func(c config) config {
		c.expressionLimit = units
		return c
	}}
}

// WithSchemaLimit replaces celrules.SchemaLimit, the limit on the estimated cost of all
// expressions of a new schema.
func WithSchemaLimit(units uint64) CheckOption {
	return checkOption{func(c config) config {
		c.schemaLimit = units
		return c
	}}
}

// WithOldSchema passes the schema that the checked one replaces, or nil. Some errors are
// tolerated as in an update of a CRD: types and list types (structural.WithOldSchemas),
// expressions (celrules.WithOldSchemas), unknown fields in defaults, and the cost of single
// expressions if the schema does not change.
func WithOldSchema(old map[string]any) CheckOption {
	return checkOption{func(c config) config {
		c.old = old
		return c
	}}
}

// WithoutRatcheting tolerates no errors of values and rules in an update, as without the
// feature gate CRDValidationRatcheting. Errors of sets and keyed lists are still tolerated if
// the old value has such errors.
func WithoutRatcheting() ValidationOption {
	return validationOption{func(c config) config {
		c.tolerance = celrules.Strict
		return c
	}}
}

// WithAllErrors evaluates the rules of a value that has other errors, for reports that have
// every error. The server does not: it reports that rules were not checked (code
// rules-not-checked).
func WithAllErrors() ValidationOption {
	return validationOption{func(c config) config {
		c.allErrors = true
		return c
	}}
}
