package publish

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
)

// TestRead compares errors by what they must mention, one per line and in order.
func TestRead(t *testing.T) {
	cases.Run(t, "testdata/manifests.yaml", []string{"manifest", "errors", "published"}, func(t *testing.T, c cases.Case) {
		d, err := Read(t.Context(), c.Object(t, "manifest"))
		if want := c.Texts(t, "errors"); len(want) > 0 {
			require.Error(t, err)
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, len(want), err.Error())
			for _, part := range want {
				assert.Contains(t, err.Error(), part)
			}
			return
		}
		require.NoError(t, err)
		assert.Equal(t, c.Texts(t, "published"), append([]string{}, d.Published()...))
	})
}

// TestReadV1beta1 checks that the fields that v1beta1 has for all versions go
// into the versions that do not have them.
func TestReadV1beta1(t *testing.T) {
	schema := map[string]any{"type": "object"}
	manifest := map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1beta1",
		"kind":       "CustomResourceDefinition",
		"spec": map[string]any{
			"group":        "example.com",
			"names":        map[string]any{"kind": "A", "plural": "as"},
			"validation":   map[string]any{"openAPIV3Schema": schema},
			"subresources": map[string]any{"status": map[string]any{}},
			"versions":     []any{map[string]any{"name": "v1"}, map[string]any{"name": "v2", "subresources": map[string]any{"scale": map[string]any{}}}},
		},
	}
	d, err := Read(t.Context(), manifest)
	require.NoError(t, err)
	assert.True(t, d.Namespaced)
	assert.True(t, d.preservesUnknown)
	assert.Equal(t, "AList", d.ListKind)
	assert.Equal(t, schema, d.Versions[0].schema)
	assert.True(t, d.Versions[0].Status)
	assert.False(t, d.Versions[1].Status)
	assert.True(t, d.Versions[1].Scale)
	_, err = d.Version("v3")
	assert.ErrorContains(t, err, `"v3"`)
}
