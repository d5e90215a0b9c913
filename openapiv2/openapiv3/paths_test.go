package openapiv3_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

func TestPathOfAnObject(t *testing.T) {
	doc, err := openapiv3.BuildMap(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"spec": map[string]any{
			"group": "example.com", "scope": "Cluster", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true}},
		},
	}, "v1")
	require.NoError(t, err)
	path := doc["paths"].(map[string]any)["/apis/example.com/v1/things/{name}"].(map[string]any)
	name := path["parameters"].([]any)[0].(map[string]any)
	assert.Equal(t, "name", name["name"])
	assert.Equal(t, true, name["required"])
	responses := path["delete"].(map[string]any)["responses"].(map[string]any)
	assert.Equal(t, []string{"200", "202", "401"}, slices.Sorted(maps.Keys(responses)))
}
