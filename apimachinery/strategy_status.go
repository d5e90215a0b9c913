package apimachinery

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// StatusStrategy is the [Strategy] of requests to the status subresource: a
// rest.RESTUpdateStrategy and ResetFieldsStrategy.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, statusStrategy.
type StatusStrategy struct{ *Strategy }

// NewStatusStrategy returns the strategy of requests to the status of the objects of s.
func NewStatusStrategy(s *Strategy) *StatusStrategy { return &StatusStrategy{s} }

// GetResetFields returns metadata and spec.
func (s *StatusStrategy) GetResetFields() map[fieldpath.APIVersion]*fieldpath.Set {
	return s.resets("metadata", "spec")
}

// PrepareForUpdate sets obj to a copy of old with the status and managedFields of obj.
func (s *StatusStrategy) PrepareForUpdate(_ context.Context, obj, old runtime.Object) {
	m, err := contentOf(obj)
	if err != nil {
		return
	}
	stored, err := contentOf(old)
	if err != nil {
		return
	}
	setContent(obj, structural.Clone(registry.PrepareStatus(m, stored)))
	obj.(*unstructured.Unstructured).SetResourceVersion(old.(*unstructured.Unstructured).GetResourceVersion())
}

// ValidateUpdate returns the errors of an update of the status.
func (s *StatusStrategy) ValidateUpdate(ctx context.Context, obj, old runtime.Object) field.ErrorList {
	return s.validateUpdate(ctx, obj, old, s.version.ValidateStatus)
}

// WarningsOnUpdate returns nothing: an update of the status does not change finalizers.
func (s *StatusStrategy) WarningsOnUpdate(context.Context, runtime.Object, runtime.Object) []string {
	return nil
}
