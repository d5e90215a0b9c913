package generate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCRD(t *testing.T) {
	schema := map[string]any{"type": "object"}
	crd := CRD(schema, WithVersion("v2", schema), WithClusterScope(), WithStatus(), WithScale())
	spec := crd["spec"].(map[string]any)
	assert.Equal(t, "Cluster", spec["scope"])
	versions := spec["versions"].([]any)
	require.Len(t, versions, 2)
	for i, v := range versions {
		version := v.(map[string]any)
		assert.Equal(t, i == 0, version["storage"])
		assert.Len(t, version["subresources"], 2)
		assert.Equal(t, schema, object(version["schema"].(map[string]any), "openAPIV3Schema"))
	}
	assert.NotContains(t, CRD(schema)["spec"].(map[string]any)["versions"].([]any)[0], "subresources")
}

func TestScale(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1000} {
		schema, obj := Deep(n)
		assert.Len(t, nodesOf(schema), n)
		assert.True(t, satisfies(schema, obj))

		schema, obj = Wide(n)
		assert.Len(t, schema["properties"], n)
		assert.True(t, satisfies(schema, obj))

		schema, obj = Long(n)
		assert.Len(t, obj["map"], n)
		assert.True(t, satisfies(schema, obj))
	}
}

func TestMistakes(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(3000) {
		g := New(seed, WithNodes(30))
		crd := CRD(g.Schema(Valid))
		before := cloneMap(crd)
		wrong, names := g.Mistakes(crd, 3)
		assert.Equal(t, before, crd)
		assert.NotEqual(t, before, wrong, "%d %v", seed, names)
		for _, name := range names {
			seen[name] = true
		}
	}
	for _, m := range mistakes {
		assert.True(t, seen[m.name], m.name)
	}
}
