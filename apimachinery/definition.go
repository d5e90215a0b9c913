package apimachinery

import (
	"context"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

	"github.com/seed95800270/crdschema"
)

// CustomResourceDefinition is a typed CRD.
type CustomResourceDefinition interface {
	*apiextensionsv1.CustomResourceDefinition | *apiextensionsv1beta1.CustomResourceDefinition
}

// Compile returns the definition of a typed CRD. See crdschema.Compiler.Compile; a program
// with many CRDs passes the result of [CRDToMap] to one Compiler.
func Compile[C CustomResourceDefinition](ctx context.Context, crd C, opts ...crdschema.Option) (*crdschema.Definition, error) {
	m, err := CRDToMap(ctx, crd)
	if err != nil {
		return nil, err
	}
	return crdschema.Compile(ctx, m, opts...)
}

// CRDToMap returns a typed CRD as a map for crdschema.Compile, crdschema.ValidateCRD and
// the packages lifecycle and hints. Numbers in default, enum and example keep all their
// digits. The map has the apiVersion and kind of the Go type, even if they are empty in
// crd, and the fields that the type never omits, among them an empty status.
//
// [FromMap] is the inverse.
//
// The error says that crd is nil, that such a JSON text is invalid, that ctx is done, or
// that the budget of work is spent (structural.ErrTooMuchWork).
func CRDToMap[C CustomResourceDefinition](ctx context.Context, crd C) (map[string]any, error) {
	m, err := ToMap(ctx, crd)
	if err != nil {
		return nil, err
	}
	m["apiVersion"], m["kind"] = apiVersionOf(crd), "CustomResourceDefinition"
	return m, nil
}

// apiVersionOf returns the apiVersion of a typed CRD.
func apiVersionOf(crd any) string {
	if _, old := crd.(*apiextensionsv1beta1.CustomResourceDefinition); old {
		return apiextensionsv1beta1.SchemeGroupVersion.String()
	}
	return apiextensionsv1.SchemeGroupVersion.String()
}
