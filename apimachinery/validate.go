package apimachinery

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Validate returns the errors of a new object.
func (s *Strategy) Validate(ctx context.Context, obj runtime.Object) field.ErrorList {
	m, bad := contentOf(obj)
	if bad != nil {
		return field.ErrorList{bad}
	}
	v, err := s.version.ValidateCreate(ctx, m)
	if err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	return ErrorList(withoutGenerated(v.Errors, m))
}

// ValidateUpdate returns the errors of an object that replaces old, without tolerated ones.
func (s *Strategy) ValidateUpdate(ctx context.Context, obj, old runtime.Object) field.ErrorList {
	return s.validateUpdate(ctx, obj, old, s.version.ValidateUpdate)
}

type updateValidation func(ctx context.Context, obj, old map[string]any, opts ...crdschema.ValidationOption) (crdschema.Validation, error)

func (s *Strategy) validateUpdate(ctx context.Context, obj, old runtime.Object, validate updateValidation) field.ErrorList {
	m, bad := contentOf(obj)
	if bad != nil {
		return field.ErrorList{bad}
	}
	stored, bad := contentOf(old)
	if bad != nil {
		return field.ErrorList{bad}
	}
	v, err := validate(ctx, m, stored)
	if err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	for _, w := range v.Warnings {
		s.warn(ctx, w.Error())
	}
	return ErrorList(withoutCommon(v.Errors))
}

// WarningsOnCreate returns the warnings about the finalizers of a new object, or nil if ctx
// is done or the budget of work is spent.
func (s *Strategy) WarningsOnCreate(ctx context.Context, obj runtime.Object) []string {
	m, bad := contentOf(obj)
	if bad != nil {
		return nil
	}
	warnings, _ := objectmeta.FinalizerWarnings(ctx, m, nil)
	return warnings
}

// WarningsOnUpdate returns the warnings about the finalizers that old does not have, or nil
// if ctx is done or the budget of work is spent.
func (s *Strategy) WarningsOnUpdate(ctx context.Context, obj, old runtime.Object) []string {
	m, bad := contentOf(obj)
	if bad != nil {
		return nil
	}
	stored, bad := contentOf(old)
	if bad != nil {
		return nil
	}
	warnings, _ := objectmeta.FinalizerWarnings(ctx, m, stored)
	return warnings
}
