package typed

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
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
