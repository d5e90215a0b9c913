package typed

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
)

// typedCRD returns a CRD without printer columns.
func typedCRD(t *testing.T) *apiextensionsv1.CustomResourceDefinition {
	text, err := os.ReadFile("../../testdata/parts.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(context.Background(), text)
	require.NoError(t, err)
	var crd apiextensionsv1.CustomResourceDefinition
	require.NoError(t, apimachinery.FromMap(context.Background(), docs[0].Object, &crd))
	return &crd
}

func TestCompile(t *testing.T) {
	crd := typedCRD(t)
	crd.TypeMeta.Kind, crd.TypeMeta.APIVersion = "", "" // as typed clients return it
	d, err := apimachinery.Compile(context.Background(), crd, crdschema.WithKubernetesVersion("1.36"))
	require.NoError(t, err)
	assert.Equal(t, "parts.example.com", d.Name())

	var none *apiextensionsv1.CustomResourceDefinition
	_, err = apimachinery.Compile(context.Background(), none)
	assert.Error(t, err)
	_, err = apimachinery.Compile(context.Background(), &apiextensionsv1.CustomResourceDefinition{})
	assert.Error(t, err)
	_, err = apimachinery.Compile(context.Background(), &apiextensionsv1.CustomResourceDefinitionList{})
	assert.Error(t, err)
}

func TestCompileV1beta1(t *testing.T) {
	preserve := false
	crd := &apiextensionsv1beta1.CustomResourceDefinition{Spec: apiextensionsv1beta1.CustomResourceDefinitionSpec{
		Group: "example.com", Version: "v1", Scope: "Cluster", PreserveUnknownFields: &preserve,
		Names: apiextensionsv1beta1.CustomResourceDefinitionNames{Plural: "parts", Kind: "Part"},
	}}
	crd.Name = "parts.example.com"
	d, err := apimachinery.Compile(context.Background(), crd)
	require.NoError(t, err)
	assert.Equal(t, []string{"v1"}, d.Versions())
}

// schemaOf returns the properties of spec in a CRD.
func schemaOf(m map[string]any) map[string]any {
	version := m["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	schema := version["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	return schema["properties"].(map[string]any)["spec"].(map[string]any)
}

func TestCRDKeepsNumbers(t *testing.T) {
	const big = int64(9007199254740993)
	crd := typedCRD(t)
	m, err := apimachinery.CRDToMap(context.Background(), crd)
	require.NoError(t, err)
	spec := schemaOf(m)
	assert.Equal(t, map[string]any{"big": big, "float": 1.5, "none": nil}, spec["default"])
	field := spec["properties"].(map[string]any)["big"].(map[string]any)
	assert.Equal(t, big, field["default"])
	assert.Equal(t, []any{big, int64(1)}, field["enum"])
	assert.Equal(t, big-1, field["maximum"], "a float64 in the types, and so in the server")

	var again apiextensionsv1.CustomResourceDefinition
	require.NoError(t, apimachinery.FromMap(context.Background(), m, &again))
	assert.Equal(t, crd, &again)

	other, err := runtime.DefaultUnstructuredConverter.ToUnstructured(crd)
	require.NoError(t, err)
	assert.Equal(t, 9007199254740992.0, schemaOf(other)["properties"].(map[string]any)["big"].(map[string]any)["maximum"], "why the converter is not used")
}

func TestCRDWithBadJSON(t *testing.T) {
	crd := typedCRD(t)
	crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Default = &apiextensionsv1.JSON{Raw: []byte(`{"a":`)}
	_, err := apimachinery.CRDToMap(context.Background(), crd)
	assert.Error(t, err)
}

func TestCRDOfTheTests(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/crontabs.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(context.Background(), text)
	require.NoError(t, err)
	for _, doc := range docs {
		var crd apiextensionsv1.CustomResourceDefinition
		require.NoError(t, apimachinery.FromMap(context.Background(), doc.Object, &crd))
		m, err := apimachinery.CRDToMap(context.Background(), &crd)
		require.NoError(t, err)
		assert.Equal(t, doc.Object["spec"], m["spec"])
	}
}
