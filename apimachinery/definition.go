package apimachinery

import (
	"context"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"

	"github.com/seed95800270/crdschema"
)

// CustomResourceDefinition is a typed crd.
type CustomResourceDefinition interface {
	*apiextensionsv1.CustomResourceDefinition | *apiextensionsv1beta1.CustomResourceDefinition
}

// Compile returns the definition of a typed crd. See crdschema.Compiler.Compile; a
// program with many crds passes what [CRDToMap] returns to one Compiler.
func Compile[C CustomResourceDefinition](ctx context.Context, crd C, opts ...crdschema.Option) (*crdschema.Definition, error) {
	m, err := CRDToMap(ctx, crd)
	if err != nil {
		return nil, err
	}
	return crdschema.Compile(ctx, m, opts...)
}

// CRDToMap returns a typed crd as the map of its manifest, for crdschema.Compile,
// crdschema.ValidateCRD and the packages lifecycle and hints. Nothing is lost: the
// values of default, enum and example, which the types keep as JSON text, have all their
// digits. The apiVersion and kind, which typed clients leave empty, are those of the Go
// type. Like every typed object, the map has the fields that the types never omit, among
// them an empty status.
//
// [FromMap] is the way back.
//
// The error says that crd is nil, that such a JSON text is invalid, that ctx is done, or that
// the budget of work is spent (structural.ErrTooMuchWork).
func CRDToMap[C CustomResourceDefinition](ctx context.Context, crd C) (map[string]any, error) {
	m, err := ToMap(ctx, crd)
	if err != nil {
		return nil, err
	}
	m["apiVersion"], m["kind"] = apiVersionOf(crd), "CustomResourceDefinition"
	return m, nil
}

// apiVersionOf returns the apiVersion of a typed crd.
func apiVersionOf(crd any) string {
	if _, old := crd.(*apiextensionsv1beta1.CustomResourceDefinition); old {
		return apiextensionsv1beta1.SchemeGroupVersion.String()
	}
	return apiextensionsv1.SchemeGroupVersion.String()
}
