package typed

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/fragment"
)

// TestInternal compares the maps of internal CRDs with the server's conversion.
func TestInternal(t *testing.T) {
	for _, name := range []string{"../../testdata/parts.yaml", "../../../testdata/crontabs.yaml", "testdata/keywords.yaml"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		docs, err := document.DecodeYAML(context.Background(), text)
		require.NoError(t, err)
		for _, doc := range docs {
			var external, want, got apiextensionsv1.CustomResourceDefinition
			require.NoError(t, apimachinery.FromMap(context.Background(), doc.Object, &external))
			var internal apiextensions.CustomResourceDefinition
			require.NoError(t, apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&external, &internal, nil))
			m, err := apimachinery.CRDToMap(context.Background(), &internal)
			require.NoError(t, err)
			require.NoError(t, apiextensionsv1.Convert_apiextensions_CustomResourceDefinition_To_v1_CustomResourceDefinition(&internal, &want, nil))
			want.APIVersion, want.Kind = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
			require.NoError(t, apimachinery.FromMap(context.Background(), m, &got))
			assert.Equal(t, want, got)
		}
	}
}

// TestInternalWithoutDefaults checks that a CRD that nobody defaulted gets no defaults.
func TestInternalWithoutDefaults(t *testing.T) {
	path := "/a"
	for _, spec := range []apiextensions.CustomResourceDefinitionSpec{
		{},
		{Version: "v1"},
		{Conversion: &apiextensions.CustomResourceConversion{Strategy: "Webhook"}},
		{Conversion: &apiextensions.CustomResourceConversion{Strategy: "Webhook", ConversionReviewVersions: []string{}}},
		{Conversion: &apiextensions.CustomResourceConversion{Strategy: "Webhook", WebhookClientConfig: &apiextensions.WebhookClientConfig{
			Service: &apiextensions.ServiceReference{Path: &path, Port: 8443}, CABundle: []byte("a"),
		}}},
	} {
		internal := apiextensions.CustomResourceDefinition{Spec: spec}
		var want, got apiextensionsv1.CustomResourceDefinition
		require.NoError(t, apiextensionsv1.Convert_apiextensions_CustomResourceDefinition_To_v1_CustomResourceDefinition(&internal, &want, nil))
		want.APIVersion, want.Kind = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
		m, err := apimachinery.CRDToMap(context.Background(), &internal)
		require.NoError(t, err)
		require.NoError(t, apimachinery.FromMap(context.Background(), m, &got))
		assert.Equal(t, want, got)
	}
}

func TestInternalFailures(t *testing.T) {
	var none *apiextensions.CustomResourceDefinition
	_, err := apimachinery.CRDToMap(context.Background(), none)
	assert.Error(t, err)

	endless := &apiextensions.JSONSchemaProps{}
	endless.Not = endless
	crd := &apiextensions.CustomResourceDefinition{Spec: apiextensions.CustomResourceDefinitionSpec{
		Validation: &apiextensions.CustomResourceValidation{OpenAPIV3Schema: endless},
	}}
	_, err = apimachinery.CRDToMap(context.Background(), crd)
	assert.ErrorContains(t, err, "contains itself")
}

// TestIncompleteCRD compiles CRDs of both Go types that a test wrote by hand: no plural, no
// storage version. Door 6.
func TestIncompleteCRD(t *testing.T) {
	maximum := 10.0
	for _, typed := range []runtime.Object{
		&apiextensionsv1.CustomResourceDefinition{Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "example.com", Names: apiextensionsv1.CustomResourceDefinitionNames{Kind: "Foo"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Schema: &apiextensionsv1.CustomResourceValidation{
				OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{
					"size": {Type: "integer", Maximum: &maximum}}},
			}}},
		}},
		&apiextensions.CustomResourceDefinition{Spec: apiextensions.CustomResourceDefinitionSpec{
			Group: "example.com", Names: apiextensions.CustomResourceDefinitionNames{Kind: "Foo"},
			Versions: []apiextensions.CustomResourceDefinitionVersion{{Name: "v1"}},
			Validation: &apiextensions.CustomResourceValidation{
				OpenAPIV3Schema: &apiextensions.JSONSchemaProps{Type: "object", Properties: map[string]apiextensions.JSONSchemaProps{
					"size": {Type: "integer", Maximum: &maximum}}},
			},
		}},
	} {
		_, err := apimachinery.Compile(t.Context(), typed)
		require.ErrorContains(t, err, "fragment.CompleteCRD")
		crd, err := apimachinery.CRDToMap(t.Context(), typed)
		require.NoError(t, err)
		definition, err := crdschema.Compile(t.Context(), fragment.CompleteCRD(crd))
		require.NoError(t, err)
		for size, want := range map[int64][]string{10: {}, 11: {"size: Invalid value: 11: size in body should be less than or equal to 10"}} {
			result, err := definition.Admit(t.Context(), crdschema.Request{Object: map[string]any{
				"apiVersion": "example.com/v1", "kind": "Foo", "metadata": map[string]any{"name": "a"}, "size": size,
			}})
			require.NoError(t, err)
			assert.ElementsMatch(t, want, result.Errors.Texts(), "%T", typed)
		}
	}
}
