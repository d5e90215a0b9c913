package upstream

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/rest"
)

// Strategy has the methods that a storage uses of the registry's unexported type.
type Strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
	rest.ResetFieldsStrategy
	GetAttrs(obj runtime.Object) (labels.Set, fields.Set, error)
}

// Strategies returns the strategies of the endpoint and of its status subresource.
func (e *Endpoint) Strategies() (whole, status Strategy) {
	return e.whole.(Strategy), e.statusOf.(Strategy)
}

// Warnings returns the warnings that a client gets of what do records.
func Warnings(do func(context.Context)) []string { return warnings(do) }

// selectableFields returns the selectable fields of a version.
//
// Reference: the unexported crdHandler of k8s.io/apiextensions-apiserver/pkg/apiserver.
func selectableFields(crd *apiextensions.CustomResourceDefinition, version string) []apiextensionsv1.SelectableField {
	of := crd.Spec.SelectableFields
	for _, v := range crd.Spec.Versions {
		if v.Name == version && len(v.SelectableFields) > 0 {
			of = v.SelectableFields
		}
	}
	out := make([]apiextensionsv1.SelectableField, len(of))
	for i, f := range of {
		out[i].JSONPath = f.JSONPath
	}
	return out
}
