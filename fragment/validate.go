package fragment

import (
	"context"

	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Validation is the verdict on a value.
type Validation struct {
	// Errors are the reasons to reject the value.
	Errors structural.Errors
	// Ratcheted are the errors that an update tolerates.
	Ratcheted structural.Errors
	// Warnings are the Ratcheted errors of rules.
	Warnings structural.Errors
	// Cost is the actual cost of the rules, in cost units.
	Cost int64
	// Exhausted is set if a limit ended the evaluation of the rules. An error, possibly a
	// tolerated one, reports it.
	Exhausted bool
}

// Validate returns the verdict on v as a server validates a new object. For a valid value it
// allocates what its rules do, and once to count the work.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.Validate, and the functions that it calls.
func (f *Fragment) Validate(ctx context.Context, v any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	r := f.schema.Create(with(defaultConfig, opts).options())
	return validate(ctx, &r, v)
}

// ValidateUpdate returns the verdict on v, the replacement of old. Transition rules compare v
// with old, decoded with the same schema. Without an old value, use [Fragment.Validate].
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate, and the functions that it calls.
func (f *Fragment) ValidateUpdate(ctx context.Context, v, old any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	r := f.schema.Update(with(defaultConfig, opts).options(), old)
	return validate(ctx, &r, v)
}

func validate(ctx context.Context, r *stages.Run, v any) (Validation, error) {
	r.Values(ctx, v)
	r.Embedded(ctx, v)
	r.Lists(ctx, v)
	verdict, err := r.Rules(ctx, v)
	return Validation(verdict), err
}

func (c config) options() stages.Options {
	return stages.Options{Path: c.path, Tolerance: c.tolerance, Budget: c.budget, CallLimit: c.callLimit, AllErrors: c.allErrors}
}
