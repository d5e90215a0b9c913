package conversion

import (
	"fmt"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	reference "k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/util/webhook"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	group = "example.com"
	kind  = "Thing"
)

var versions = []string{"v1alpha1", "v1beta1", "v1"}

// manifest returns a definition with three versions for the reference's
// converter.
func manifest(conversion *apiextensionsv1.CustomResourceConversion) *apiextensionsv1.CustomResourceDefinition {
	crd := &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "things." + group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Scope: apiextensionsv1.NamespaceScoped, Conversion: conversion,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "things", Kind: kind, ListKind: kind + "List"},
		},
	}
	for _, v := range versions {
		crd.Spec.Versions = append(crd.Spec.Versions, apiextensionsv1.CustomResourceDefinitionVersion{Name: v, Served: true})
	}
	return crd
}

// theirs returns the reference's converter for a conversion.
func theirs(factory *reference.CRConverterFactory, conversion *apiextensionsv1.CustomResourceConversion) (runtime.ObjectConvertor, error) {
	safe, _, err := factory.NewConverter(manifest(conversion))
	return safe, err
}

func newFactory() (*reference.CRConverterFactory, error) {
	return reference.NewCRConverterFactory(webhook.NewDefaultServiceResolver(), nil)
}

// result is the result of a conversion.
type result struct {
	Object map[string]any
	Error  string
}

// convertTheirs converts a copy of an object, or of a list if it has items, with
// the reference.
func convertTheirs(c runtime.ObjectConvertor, obj map[string]any, isList bool, to string) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r = result{Error: fmt.Sprint("panic: ", p)}
		}
	}()
	gv, err := schema.ParseGroupVersion(to)
	if err != nil {
		return result{Error: err.Error()}
	}
	var in runtime.Object = &unstructured.Unstructured{Object: runtime.DeepCopyJSON(obj)}
	if isList {
		list := &unstructured.UnstructuredList{}
		list.SetUnstructuredContent(runtime.DeepCopyJSON(obj))
		in = list
	}
	out, err := c.ConvertToVersion(in, gv)
	if err != nil {
		return result{Error: err.Error()}
	}
	return result{Object: out.(runtime.Unstructured).UnstructuredContent()}
}
