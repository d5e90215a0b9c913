package stages

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
	"github.com/seed95800270/crdschema/structural/validation"
)

// Verdict is what a validation found.
type Verdict struct {
	Errors    structural.Errors
	Ratcheted structural.Errors // tolerated errors of an update
	Warnings  structural.Errors // the Ratcheted errors of rules
	Cost      int64             // of the rules, in cost units
	Exhausted bool              // a limit ended the evaluation of the rules
}

// Options adjust a validation.
type Options struct {
	Path              structural.Path // of the value: errors are located below it
	Tolerance         celrules.Tolerance
	Budget, CallLimit int64 // see celrules.Input
	AllErrors         bool  // evaluates the rules despite other errors
	Observe           func(celrules.Evaluation)
}

// Run is one validation of a value. Each method runs a stage. The first error that is not a
// verdict ends the run; [Run.Rules] returns it.
type Run struct {
	verdict  Verdict
	schema   *Schema
	options  Options
	old      any
	replaces bool // the value replaces old
	harmless int  // the number of first errors that do not prevent the evaluation of rules
	failure  error
}

// Create validates a new value.
func (s *Schema) Create(o Options) Run { return Run{schema: s, options: o} }

// Update validates a replacement of old.
func (s *Schema) Update(o Options, old any) Run {
	return Run{schema: s, options: o, old: old, replaces: true}
}

// Values validates v by the schema.
func (r *Run) Values(ctx context.Context, v any) {
	r.ValuesOf(ctx, r.schema.Validator(), v, r.old)
}

// ValuesOf validates a part of the value with its own validator.
func (r *Run) ValuesOf(ctx context.Context, validator *validation.Validator, v, old any) {
	if r.failure != nil {
		return
	}
	if len(r.options.Path) > 0 {
		if valid, err := validator.Valid(ctx, v); valid || err != nil {
			r.failure = err
			return
		}
		validator = validator.At(r.options.Path)
	}
	var errs, ratcheted structural.Errors
	if r.replaces && r.options.Tolerance != celrules.Strict {
		errs, ratcheted, r.failure = validator.ValidateUpdate(ctx, v, old)
	} else {
		errs, r.failure = validator.Validate(ctx, v)
	}
	r.append(errs, ratcheted)
}

// Embedded validates the metadata of embedded resources.
func (r *Run) Embedded(ctx context.Context, v any) {
	if r.failure == nil {
		r.Add(objectmeta.ValidateEmbedded(ctx, v, r.schema.Structural, structural.Value))
	}
}

// Lists validates sets and keyed lists.
func (r *Run) Lists(ctx context.Context, v any) {
	if r.failure != nil {
		return
	}
	if !r.replaces {
		r.Add(listtype.Validate(ctx, v, r.schema.Structural))
		return
	}
	errs, ratcheted, err := listtype.ValidateUpdate(ctx, v, r.old, r.schema.Structural)
	r.failure = err
	r.append(Located(errs, r.options.Path), Located(ratcheted, r.options.Path))
}

// Add adds errors located in the value, unless the run has ended. An err ends it.
func (r *Run) Add(errs structural.Errors, err error) {
	if r.failure != nil {
		return
	}
	r.failure = err
	r.append(Located(errs, r.options.Path), nil)
}

// TolerateForRules lets the rules be evaluated despite the errors so far.
func (r *Run) TolerateForRules() { r.harmless = len(r.verdict.Errors) }

// Rules evaluates the rules and returns the verdict. If other errors prevent the
// evaluation, one more error says so.
func (r *Run) Rules(ctx context.Context, v any) (Verdict, error) {
	if r.failure == nil {
		r.evaluate(ctx, v)
	}
	if r.failure != nil {
		return Verdict{}, r.failure
	}
	return r.verdict, nil
}

func (r *Run) evaluate(ctx context.Context, v any) {
	if !r.options.AllErrors && slices.ContainsFunc(r.verdict.Errors[r.harmless:], errlist.BlocksRules) && !r.schema.Rules.Empty() {
		notChecked := &structural.Error{Kind: field.Invalid, Code: codes.RulesNotChecked, Detail: codes.RulesNotCheckedDetail}
		r.Add(structural.Errors{notChecked}, context.Cause(ctx))
		return
	}
	result, err := r.schema.Rules.Validate(ctx, celrules.Input{
		Object: v, Old: r.old, Tolerance: r.options.Tolerance,
		Budget: r.options.Budget, CallLimit: r.options.CallLimit, Path: r.options.Path,
		Observe: r.options.Observe,
	})
	r.failure = err
	r.append(result.Errors, result.Ratcheted)
	r.verdict.Warnings, r.verdict.Cost, r.verdict.Exhausted = result.Ratcheted, result.Cost, result.Exhausted
}

func (r *Run) append(errs, ratcheted structural.Errors) {
	r.verdict.Errors = append(r.verdict.Errors, errs...)
	r.verdict.Ratcheted = append(r.verdict.Ratcheted, ratcheted...)
}
