package schemacheck

import (
	"cmp"
	"context"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/validation"
)

// defaultValues checks defaults as values. All defaults of a schema share one budget for
// their rules.
type defaultValues struct {
	*Checker
	root    *structural.Schema
	values  *validation.Compiler
	parts   *celrules.SubschemaCompiler
	budget  int64 // what is left of it; negative if it is exceeded
	failure error
}

// check returns the errors of a default as a value of s or, without any, of its rules. List
// types are not checked.
func (d *defaultValues) check(ctx context.Context, v any, s *structural.Schema, at structural.Path) structural.Errors {
	if d.values == nil {
		version := kubeversion.Name(d.FormatsMinor + 1) // formats are those of the compatibility version
		d.values = validation.NewCompiler(validation.WithDefaultsMode(), validation.WithKubernetesVersion(version))
	}
	values := d.values.Compile(s)
	valid, err := values.Valid(ctx, v)
	if err != nil {
		d.failure = err
		return nil
	}
	if !valid {
		errs, err := values.At(at).Validate(ctx, v)
		d.failure = err
		return errs
	}
	if !s.Holds(facts.Rules) {
		return nil
	}
	rules := d.compile(s)
	if rules.Empty() {
		return nil
	}
	return d.evaluate(ctx, rules, celrules.Input{Object: v, Tolerance: celrules.Strict, CallLimit: d.CallLimit, Path: at})
}

func (d *defaultValues) compile(s *structural.Schema) *celrules.Rules {
	if s == d.root && d.Root == structural.Resource {
		return d.Rules.Compile(s, d.Root)
	}
	if d.parts == nil {
		d.parts = d.Rules.ForSubschemas()
	}
	return d.parts.Compile(s)
}

// evaluate evaluates the rules with the default as both the new and the old value and, if
// valid, without an old value. It charges the higher cost.
func (d *defaultValues) evaluate(ctx context.Context, rules *celrules.Rules, in celrules.Input) structural.Errors {
	errs, left := d.run(ctx, rules, in, in.Object)
	if len(errs) == 0 {
		var alone int64
		errs, alone = d.run(ctx, rules, in, nil)
		left = min(left, alone)
	}
	d.budget = left
	return errs
}

func (d *defaultValues) run(ctx context.Context, rules *celrules.Rules, in celrules.Input, old any) (structural.Errors, int64) {
	in.Old, in.Budget = old, d.budget
	if in.Budget == 0 {
		in.Budget = -1 // nothing is left; 0 means the default budget
	}
	result, err := rules.Validate(ctx, in)
	switch {
	case err != nil:
		d.failure = cmp.Or(ctx.Err(), err)
		return nil, d.budget
	case result.Exhausted:
		return result.Errors, -1
	default:
		return result.Errors, d.budget - result.Cost
	}
}
