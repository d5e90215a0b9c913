package apimachinery_test

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

func typedCRD(t *testing.T, text string) *apiextensionsv1.CustomResourceDefinition {
	var crd apiextensionsv1.CustomResourceDefinition
	require.NoError(t, apimachinery.FromMap(context.Background(), decodeYAML(t, text), &crd))
	return &crd
}

func TestCompile(t *testing.T) {
	crd := typedCRD(t, cronTabs)
	crd.TypeMeta.Kind, crd.TypeMeta.APIVersion = "", "" // as typed clients return it
	d, err := apimachinery.Compile(context.Background(), crd, crdschema.WithKubernetesVersion("1.36"))
	require.NoError(t, err)
	assert.Equal(t, "crontabs.stable.example.com", d.Name())

	_, err = apimachinery.Compile[*apiextensionsv1.CustomResourceDefinition](context.Background(), nil)
	assert.Error(t, err)
	_, err = apimachinery.Compile(context.Background(), &apiextensionsv1.CustomResourceDefinition{})
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

const bigDefaults = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: parts.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: parts, kind: Part}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            default: {big: 9007199254740993, float: 1.5, none: null}
            properties:
              big: {type: integer, default: 9007199254740993, maximum: 9007199254740993, enum: [9007199254740993, 1]}
              float: {type: number, default: 1.5}
              none: {type: string, nullable: true, default: null}
status:
  acceptedNames: {plural: parts, kind: Part}
  storedVersions: [v1]
  conditions: [{type: Established, status: "True", lastTransitionTime: "2024-01-02T03:04:05Z", reason: InitialNamesAccepted, message: ok}]
`

// schemaOf returns the properties of spec in a CRD.
func schemaOf(m map[string]any) map[string]any {
	version := m["spec"].(map[string]any)["versions"].([]any)[0].(map[string]any)
	schema := version["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	return schema["properties"].(map[string]any)["spec"].(map[string]any)
}

func TestCRDKeepsNumbers(t *testing.T) {
	const big = int64(9007199254740993)
	crd := typedCRD(t, bigDefaults)
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
	crd := typedCRD(t, cronTabs)
	crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Default = &apiextensionsv1.JSON{Raw: []byte(`{"a":`)}
	_, err := apimachinery.CRDToMap(context.Background(), crd)
	assert.Error(t, err)
}

func TestCRDOfTheTests(t *testing.T) {
	text, err := os.ReadFile("../testdata/crontabs.yaml")
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
