package fragment

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Validation is the verdict on a value.
type Validation struct {
	// Errors say why the value is invalid, in the server's order.
	Errors structural.Errors
	// Ratcheted are the errors that an update tolerates because the value that has
	// them does not change.
	Ratcheted structural.Errors
	// Warnings are those of Ratcheted that rules found: the server warns of them.
	Warnings structural.Errors
	// Cost is the actual cost of the rules, in cost units.
	Cost int64
	// Exhausted is set if a limit ended the evaluation of the rules, so that some were
	// not evaluated. One of the errors reports it, which may be a tolerated one.
	Exhausted bool
}

// Validate returns the verdict on v, a normalized value, as a server validates a new
// object: v as a value of the schema, the metadata of embedded resources, list types
// and, unless these errors prevent it, the rules. See the package documentation.
//
// It fails only if the context is done or the budget of work is spent
// (structural.ErrTooMuchWork). For a valid value it allocates what its rules do, and once to
// count the work.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.Validate, and the functions that it calls.
func (f *Fragment) Validate(ctx context.Context, v any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	r := run{fragment: f, config: with(defaultConfig, opts)}
	if err := r.values(ctx, v, nil, celrules.Strict); err != nil {
		return Validation{}, err
	}
	metadata, err := objectmeta.ValidateValue(ctx, v, f.schema)
	if err != nil {
		return Validation{}, err
	}
	r.add(metadata, nil)
	lists, err := listtype.ValidateValue(ctx, v, f.schema)
	if err != nil {
		return Validation{}, err
	}
	r.add(lists, nil)
	return r.rules(ctx, v, nil)
}

// ValidateUpdate returns the verdict on v, which replaces old, as a server validates an
// update: errors in parts of v that equal the corresponding parts of old are tolerated,
// see structural/validation, structural/listtype and celrules. Transition rules compare v
// with old. Both are normalized values, and old has been decoded and defaulted with the
// same schema. For a value that replaces none, use [Fragment.Validate].
//
// It fails as Validate does.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate, and the functions that it calls.
func (f *Fragment) ValidateUpdate(ctx context.Context, v, old any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	r := run{fragment: f, config: with(defaultConfig, opts)}
	if err := r.values(ctx, v, old, r.config.tolerance); err != nil {
		return Validation{}, err
	}
	metadata, err := objectmeta.ValidateValue(ctx, v, f.schema)
	if err != nil {
		return Validation{}, err
	}
	r.add(metadata, nil)
	lists, ratcheted, err := listtype.ValidateUpdateValue(ctx, v, old, f.schema)
	if err != nil {
		return Validation{}, err
	}
	r.add(lists, ratcheted)
	return r.rules(ctx, v, old)
}

// run is one validation.
type run struct {
	fragment *Fragment
	config   config
	out      Validation
}

// values validates v as a value of the schema. With any tolerance but strict it replaces
// old.
func (r *run) values(ctx context.Context, v, old any, tolerance celrules.Tolerance) error {
	values := r.fragment.validator()
	valid, err := values.Valid(ctx, v)
	switch {
	case err != nil || valid:
		return err
	case tolerance == celrules.Strict:
		r.out.Errors, err = values.At(r.config.path).Validate(ctx, v)
	default:
		r.out.Errors, r.out.Ratcheted, err = values.At(r.config.path).ValidateUpdate(ctx, v, old)
	}
	return err
}

// add adds errors, which are relative to the value.
func (r *run) add(errs, ratcheted structural.Errors) {
	r.tolerate(located(errs, r.config.path), located(ratcheted, r.config.path))
}

// tolerate adds errors and tolerated errors.
func (r *run) tolerate(errs, ratcheted structural.Errors) {
	r.out.Errors = append(r.out.Errors, errs...)
	r.out.Ratcheted = append(r.out.Ratcheted, ratcheted...)
}

// rules evaluates the rules. If other errors prevent that, it adds an error that says
// so.
func (r *run) rules(ctx context.Context, v, old any) (Validation, error) {
	rules := r.fragment.rules
	if slices.ContainsFunc(r.out.Errors, field.BlocksRules) && !rules.Empty() {
		if err := context.Cause(ctx); err != nil {
			return Validation{}, err
		}
		r.add(structural.Errors{{Kind: structural.Invalid, Code: codes.RulesNotChecked, Detail: codes.RulesNotCheckedDetail}}, nil)
		return r.out, nil
	}
	result, err := rules.Validate(ctx, celrules.Input{
		Object: v, Old: old, Tolerance: r.config.tolerance,
		Budget: r.config.budget, CallLimit: r.config.callLimit, Path: r.config.path,
	})
	if err != nil {
		return Validation{}, err
	}
	r.tolerate(result.Errors, result.Ratcheted)
	r.out.Warnings, r.out.Cost, r.out.Exhausted = result.Ratcheted, result.Cost, result.Exhausted
	return r.out, nil
}

// located returns errs, which are relative to a value or a schema, located below path.
func located(errs structural.Errors, path structural.Path) structural.Errors {
	if len(errs) == 0 || len(path) == 0 {
		return errs
	}
	return field.PrintedIn(errs, path.String(), path...)
}
