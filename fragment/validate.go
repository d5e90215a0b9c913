package fragment

import (
	"context"

	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Validation is the verdict on a value.
type Validation struct {
	// Errors say why the value is invalid, in the server's order.
	Errors structural.Errors
	// Ratcheted are the errors that an update tolerates because their values do not
	// change.
	Ratcheted structural.Errors
	// Warnings are the Ratcheted errors of rules: the server warns of them.
	Warnings structural.Errors
	// Cost is the actual cost of the rules, in cost units.
	Cost int64
	// Exhausted is set if a limit ended the evaluation of the rules, so that some were
	// not evaluated. One of the errors, possibly a tolerated one, reports it.
	Exhausted bool
}

// Validate returns the verdict on v, a normalized value, as a server validates a new
// object: v as a value of the schema, the metadata of embedded resources, list types
// and, unless these errors prevent it, the rules. For a valid value it allocates what
// its rules do, and once to count the work.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.Validate, and the functions that it calls.
func (f *Fragment) Validate(ctx context.Context, v any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	r := f.schema.Create(with(defaultConfig, opts).options())
	return validate(ctx, &r, v)
}

// ValidateUpdate returns the verdict on v, the replacement of old, as a server validates
// an update: errors in parts of v that equal the corresponding parts of old are
// tolerated, see structural/validation, structural/listtype and celrules. Transition
// rules compare v with old. Both are normalized, and old has been decoded with the same
// schema. For a value without an old one, use [Fragment.Validate].
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// customResourceStrategy.ValidateUpdate, and the functions that it calls.
func (f *Fragment) ValidateUpdate(ctx context.Context, v, old any, opts ...ValidationOption) (Validation, error) {
	ctx, _ = work.Share(ctx)
	r := f.schema.Update(with(defaultConfig, opts).options(), old)
	return validate(ctx, &r, v)
}

// validate runs all stages in the server's order.
func validate(ctx context.Context, r *stages.Run, v any) (Validation, error) {
	r.Values(ctx, v)
	r.Embedded(ctx, v)
	r.Lists(ctx, v)
	verdict, err := r.Rules(ctx, v)
	return Validation(verdict), err
}

// options returns the options of a validation.
func (c config) options() stages.Options {
	return stages.Options{Path: c.path, Tolerance: c.tolerance, Budget: c.budget, CallLimit: c.callLimit}
}
