package schemacheck

import (
	"cmp"
	"context"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/defaults"
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
	Root defaults.Root
	// Unpruned is whether defaults may have unknown fields.
	Unpruned defaults.Tolerance
	// KeywordOptions and RuleOptions adjust the checks.
	KeywordOptions []structural.CheckOption
	RuleOptions    []celrules.CheckOption
	// Budget is for the rules of all defaults, and CallLimit for one evaluation, as in
	// celrules.Input.
	Budget, CallLimit int64
}

// Result is the verdict on a schema.
type Result struct {
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
func (c *Checker) Check(ctx context.Context, s *structural.Schema, strictness Strictness) (out Result, err error) {
	sound := strictness == Structural
	if sound {
		if out.Errors, err = c.structureErrors(ctx, s); err != nil {
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
	keywords, err := structural.CheckKeywords(ctx, s, c.keywordOptions()...)
	if err != nil {
		return out, err
	}
	out.Errors = append(out.Errors, keywords...)
	if sound && s.Holds(facts.Rules) {
		var invalid structural.Errors
		invalid, err = c.Rules.Check(ctx, s, c.ruleOptions(keywords)...)
		out.Errors = append(out.Errors, invalid...)
	}
	return out, err
}

func (c *Checker) structureErrors(ctx context.Context, s *structural.Schema) (structural.Errors, error) {
	if c.Root == defaults.Fragment {
		return structural.Check(ctx, s, structural.WithFragment())
	}
	return structural.Check(ctx, s)
}

func (c *Checker) keywordOptions() []structural.CheckOption {
	options := append([]structural.CheckOption{structural.WithSchemaCheck(celrules.CheckFields)}, c.KeywordOptions...)
	if c.Root == defaults.Fragment {
		options = append(options, structural.WithFragment())
	}
	return options
}

func (c *Checker) ruleOptions(keywords structural.Errors) []celrules.CheckOption {
	options := append([]celrules.CheckOption{celrules.WithKeywordErrors(keywords)}, c.RuleOptions...)
	if c.Root == defaults.Fragment {
		options = append(options, celrules.WithFragment())
	}
	return options
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
	errs, err := defaults.Check(ctx, s, nil, defaults.Checks{
		Metadata: objectmeta.ValidateEmbedded,
		Resource: objectmeta.ValidateResource,
		Value: func(v any, s *structural.Schema, at structural.Path) structural.Errors {
			return values.check(ctx, v, s, at)
		},
		Done:     done,
		Unpruned: c.Unpruned,
		Root:     c.Root,
	})
	return errs, cmp.Or(values.failure, err, ctx.Err())
}
