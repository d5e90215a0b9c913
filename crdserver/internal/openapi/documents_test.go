package openapi_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver/internal/openapi"
)

var referred = regexp.MustCompile(`"\$ref":"#/(?:definitions|components/schemas)/([^"]+)"`)

// TestReferences checks that each document has the schemas to which it refers, and what kubectl reads.
func TestReferences(t *testing.T) {
	check := func(doc, schemas map[string]any) {
		text, err := json.Marshal(doc)
		require.NoError(t, err)
		found := referred.FindAllSubmatch(text, -1)
		require.NotEmpty(t, found)
		for _, ref := range found {
			assert.NotEmpty(t, schemas[string(ref[1])], "%s", ref[1])
		}
	}
	for _, path := range openapi.Paths() {
		doc := openapi.V3(path)
		check(doc, doc["components"].(map[string]any)["schemas"].(map[string]any))
	}
	doc := openapi.V2()
	check(doc, doc["definitions"].(map[string]any))
	assert.Nil(t, openapi.V3("apis/example.com/v1"))

	patch := openapi.V3("api/v1")["paths"].(map[string]any)["/api/v1/namespaces/{namespace}/pods/{name}"].(map[string]any)["patch"].(map[string]any)
	assert.Equal(t, map[string]any{"group": "", "version": "v1", "kind": "Pod"}, patch["x-kubernetes-group-version-kind"])
	assert.Contains(t, patch["requestBody"].(map[string]any)["content"], "application/strategic-merge-patch+json")
	var names []any
	for _, p := range patch["parameters"].([]any) {
		names = append(names, p.(map[string]any)["name"])
	}
	assert.Equal(t, []any{"dryRun", "fieldManager", "fieldValidation", "force"}, names)
}
