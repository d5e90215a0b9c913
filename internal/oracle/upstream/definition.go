package upstream

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	kjson "sigs.k8s.io/json"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

var (
	scheme = func() *runtime.Scheme {
		s := runtime.NewScheme()
		install.Install(s)
		return s
	}()
	decoder = serializer.NewCodecFactory(scheme).UniversalDecoder(apiextensions.SchemeGroupVersion)
)

// Definition decodes a manifest of v1 or v1beta1 into the reference's internal
// type and sets defaults.
func Definition(manifest map[string]any) (*apiextensions.CustomResourceDefinition, error) {
	text, err := Encode(manifest)
	if err != nil {
		return nil, err
	}
	obj, _, err := decoder.Decode(text, nil, nil)
	if err != nil {
		return nil, err
	}
	crd, ok := obj.(*apiextensions.CustomResourceDefinition)
	if !ok {
		return nil, fmt.Errorf("not a CustomResourceDefinition but %T", obj)
	}
	return crd, nil
}

// Schema decodes a schema as it is written in a v1 manifest. Unknown fields are
// dropped, as the server does when it does not decode strictly.
func Schema(schema map[string]any) (*apiextensions.JSONSchemaProps, error) {
	text, err := Encode(schema)
	if err != nil {
		return nil, err
	}
	return SchemaText(text)
}

// SchemaText decodes the JSON text of a schema; see [Schema].
func SchemaText(text []byte) (*apiextensions.JSONSchemaProps, error) {
	v1 := &apiextensionsv1.JSONSchemaProps{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, v1); err != nil {
		return nil, err
	}
	out := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(v1, out, nil); err != nil {
		return nil, err
	}
	return out, nil
}

// UnknownSchemaFields returns the errors of a strict decoder for a schema that
// can be decoded: `unknown field "a.b"`.
func UnknownSchemaFields(schema map[string]any) ([]string, error) {
	text, err := Encode(schema)
	if err != nil {
		return nil, err
	}
	problems, err := kjson.UnmarshalStrict(text, &apiextensionsv1.JSONSchemaProps{})
	var out []string
	for _, p := range problems {
		out = append(out, p.Error())
	}
	return out, err
}
