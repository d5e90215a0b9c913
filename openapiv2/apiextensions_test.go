package openapiv2_test

import (
	"context"
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

const crdModel = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition"

var referenced = regexp.MustCompile(`"\$ref":"#/(?:definitions|components/schemas|parameters)/([^"]+)"`)

// Everything that the documents refer to is in them, and nothing else.
func TestAPIExtensionsIsComplete(t *testing.T) {
	v2, v3 := openapiv2.APIExtensions(), openapiv3.APIExtensions()
	text2, err := json.Marshal(v2)
	require.NoError(t, err)
	text3, err := json.Marshal(v3)
	require.NoError(t, err)
	used2, used3 := map[string]bool{}, map[string]bool{}
	for _, match := range referenced.FindAllSubmatch(text2, -1) {
		used2[string(match[1])] = true
	}
	for _, match := range referenced.FindAllSubmatch(text3, -1) {
		used3[string(match[1])] = true
	}
	for name := range v2.Definitions {
		assert.True(t, used2[name], name)
		delete(used2, name)
	}
	for name := range v2.Parameters {
		delete(used2, name)
	}
	assert.Empty(t, used2)
	for name := range v3.Components.Schemas {
		assert.True(t, used3[name], name)
		delete(used3, name)
	}
	assert.Empty(t, used3)
}

// Documents of CRDs can be merged with it, even in the same group.
func TestAPIExtensionsMerges(t *testing.T) {
	widgets := crontabs()
	doc, err := openapiv2.Build(context.Background(), widgets, "v1")
	require.NoError(t, err)
	merged, conflicts := openapiv2.Merge(openapiv2.APIExtensions(), doc)
	assert.Empty(t, conflicts)
	assert.Len(t, merged.Paths.Paths, len(openapiv2.APIExtensions().Paths.Paths)+len(doc.Paths.Paths))
	assert.Contains(t, merged.Definitions, crdModel)

	doc3, err := openapiv3.Build(context.Background(), widgets, "v1")
	require.NoError(t, err)
	_, conflicts = openapiv3.Merge(openapiv3.APIExtensions(), doc3)
	assert.Empty(t, conflicts)
}

func TestAPIExtensionsWithDefinitions(t *testing.T) {
	own := spec.Schema{SchemaProps: spec.SchemaProps{Description: "own"}}
	v2 := openapiv2.APIExtensions(openapiv2.WithDefinitions(spec.Definitions{crdModel: own, "other": own}))
	assert.Equal(t, "own", v2.Definitions[crdModel].Description)
	assert.NotContains(t, v2.Definitions, "other")
	assert.NotEqual(t, "own", openapiv2.APIExtensions().Definitions[crdModel].Description)
	v3 := openapiv3.APIExtensions(openapiv3.WithSchemas(map[string]*spec.Schema{crdModel: &own, "other": &own}))
	assert.Equal(t, "own", v3.Components.Schemas[crdModel].Description)
	assert.NotContains(t, v3.Components.Schemas, "other")
	assert.NotEqual(t, "own", openapiv3.APIExtensions().Components.Schemas[crdModel].Description)
}

// Operations on CRDs can do more than operations on custom resources.
func TestAPIExtensionsOperations(t *testing.T) {
	paths := openapiv3.APIExtensions().Paths.Paths
	all := paths["/apis/apiextensions.k8s.io/v1/customresourcedefinitions"]
	assert.Contains(t, all.Delete.RequestBody.Content, "*/*")
	assert.Contains(t, all.Get.Responses.StatusCodeResponses[200].Content, "application/json;stream=watch")
	patch := paths["/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{name}"].Patch
	assert.Contains(t, patch.RequestBody.Content, "application/strategic-merge-patch+json")
	assert.Contains(t, patch.Responses.StatusCodeResponses, 201)
	assert.NotContains(t, paths, "/apis/apiextensions.k8s.io/")
	assert.Contains(t, openapiv2.APIExtensions().Paths.Paths, "/apis/apiextensions.k8s.io/")
}

// A form without a reference in an allOf has the description next to it.
func TestAPIExtensionsFields(t *testing.T) {
	const prefix = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1."
	v3 := openapiv3.APIExtensions().Components.Schemas
	props := v3[prefix+"JSONSchemaProps"].Properties
	assert.Len(t, props["default"].AllOf, 1)
	assert.Empty(t, props["items"].AllOf)
	assert.Equal(t, "#/components/schemas/"+prefix+"JSONSchemaPropsOrArray", ref(props["items"]))
	assert.Equal(t, []any{"rule"}, props["x-kubernetes-validations"].Extensions["x-kubernetes-list-map-keys"])
	assert.Equal(t, "rule", props["x-kubernetes-validations"].Extensions["x-kubernetes-patch-merge-key"])
	assert.Equal(t, "atomic", props["enum"].Extensions["x-kubernetes-list-type"])
	names := v3[prefix+"CustomResourceDefinitionSpec"].Properties["names"]
	assert.Equal(t, map[string]any{}, names.Default)
	assert.Equal(t, []string{"plural", "kind"}, v3[prefix+"CustomResourceDefinitionNames"].Required)
	status := v3[prefix+"CustomResourceDefinitionStatus"]
	assert.Empty(t, status.Required)
	assert.NotContains(t, status.Properties["conditions"].Extensions, "x-kubernetes-patch-merge-key")
	assert.Nil(t, v3[prefix+"CustomResourceConversion"].Properties["webhook"].Default)
	options := v3["io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"].Extensions["x-kubernetes-group-version-kind"]
	assert.Equal(t, []any{
		map[string]any{"group": "", "version": "v1", "kind": "DeleteOptions"},
		map[string]any{"group": "apiextensions.k8s.io", "version": "v1", "kind": "DeleteOptions"},
	}, options)

	v2 := openapiv2.APIExtensions().Definitions
	assert.Nil(t, v2[prefix+"CustomResourceDefinitionSpec"].Properties["names"].Default)
	assert.NotEmpty(t, ref(v2[prefix+"CustomResourceDefinitionSpec"].Properties["names"]))
}

func ref(s spec.Schema) string { return s.Ref.String() }
