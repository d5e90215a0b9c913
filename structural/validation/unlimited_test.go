package validation_test

import (
	"context"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/validation"
)

// unlimited calls a validator, and panics without a verdict.
type unlimited struct{ *validation.Validator }

func compile(s *structural.Schema, opts ...validation.Option) unlimited {
	return unlimited{validation.Compile(s, opts...)}
}

func (v unlimited) Valid(value any) bool {
	return cases.Must(v.Validator.Valid(context.Background(), value))
}

func (v unlimited) Validate(value any) structural.Errors {
	return cases.Must(v.Validator.Validate(context.Background(), value))
}

func (v unlimited) ValidateUpdate(value, old any) (errs, ratcheted structural.Errors) {
	errs, ratcheted, err := v.Validator.ValidateUpdate(context.Background(), value, old)
	if err != nil {
		panic(err)
	}
	return errs, ratcheted
}

func (v unlimited) At(base structural.Path) unlimited { return unlimited{v.Validator.At(base)} }

func (v unlimited) Property(name string) (unlimited, bool) {
	below, ok := v.Validator.Property(name)
	return unlimited{below}, ok
}

// shared returns a context whose calls do not allocate a count of their own.
func shared() context.Context {
	ctx, _ := work.Share(work.WithBudget(context.Background(), budget.Budget{Steps: 1 << 62}))
	return ctx
}
