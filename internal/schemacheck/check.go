package schemacheck

import (
	"cmp"
	"context"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Checker holds what the checks of a schema depend on.
type Checker struct {
	// Rules compiles validation rules.
	Rules *celrules.Compiler
	// FormatsMinor is the minor version whose formats are known.
	FormatsMinor int
	// Root is what the schema describes.
	Root structural.Root
	// Unpruned is whether defaults may have unknown fields.
	Unpruned Tolerance
	// KeywordOptions and RuleOptions adjust the checks.
	KeywordOptions []structural.CheckOption
	RuleOptions    []celrules.CheckOption
	// Budget is for the rules of all defaults, and CallLimit for one evaluation, as in
	// celrules.Input.
	Budget, CallLimit int64
}

// Verdict is what the checks of a schema found.
type Verdict struct {
	// Errors are located in the schema, in the order of the checks.
	Errors structural.Errors
	// DefaultsChecked is set if the schema is structural.
	DefaultsChecked bool
}

// Strictness is whether a schema must be structural.
type Strictness uint8

const (
	// Structural schemas are checked in full.
	Structural Strictness = iota
	// AnySchema is for schemas that need not be structural or cannot be converted: only
	// keywords are checked.
	AnySchema
)

// Check returns the verdict on s. The error is about the context, checked before each
// default and each rule.
func (c *Checker) Check(ctx context.Context, s *structural.Schema, strictness Strictness) (out Verdict, err error) {
	sound := strictness == Structural
	if sound {
		if out.Errors, err = structural.Check(ctx, s, c.Root); err != nil {
			return out, err
		}
		if len(out.Errors) == 0 {
			out.DefaultsChecked = true
			if out.Errors, err = c.DefaultErrors(ctx, s); err != nil {
				return out, err
			}
		}
		sound = len(out.Errors) == 0
	}
	options := append([]structural.CheckOption{structural.WithSchemaCheck(celrules.CheckFields)}, c.KeywordOptions...)
	keywords, err := structural.CheckKeywords(ctx, s, c.Root, options...)
	if err != nil {
		return out, err
	}
	out.Errors = append(out.Errors, keywords...)
	if sound && s.Holds(facts.Rules) {
		options := append([]celrules.CheckOption{celrules.WithKeywordErrors(keywords)}, c.RuleOptions...)
		var invalid structural.Errors
		invalid, err = c.Rules.Check(ctx, s, c.Root, options...)
		out.Errors = append(out.Errors, invalid...)
	}
	return out, err
}

// DefaultErrors returns the errors of the defaults of a structural schema.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// ValidateDefaults.
func (c *Checker) DefaultErrors(ctx context.Context, s *structural.Schema) (structural.Errors, error) {
	if !s.Holds(facts.Defaults) {
		return nil, nil
	}
	values := defaultValues{Checker: c, root: s, budget: cmp.Or(c.Budget, celrules.ObjectBudget)}
	done := func() bool {
		values.failure = cmp.Or(values.failure, ctx.Err())
		return values.budget < 0 || values.failure != nil
	}
	errs, err := CheckDefaults(ctx, s, nil, DefaultChecks{
		Metadata: objectmeta.ValidateEmbedded,
		Value: func(v any, s *structural.Schema, at structural.Path) structural.Errors {
			return values.check(ctx, v, s, at)
		},
		Done:     done,
		Unpruned: c.Unpruned,
		Root:     c.Root,
	})
	return errs, cmp.Or(values.failure, err, ctx.Err())
}
