package command

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOpenAPIOfSeveral prints one document for two CRDs, and names what two CRDs define differently.
func TestOpenAPIOfSeveral(t *testing.T) {
	t.Chdir("testdata")
	text, err := os.ReadFile("crd.yaml")
	require.NoError(t, err)
	shades := strings.NewReplacer("lamp", "shade", "Lamp", "Shade").Replace(string(text))
	for flag, models := range map[string][]string{"--v2=false": {"components", "schemas"}, "--v2": {"definitions"}} {
		got := run(t, shades, "openapi", flag, "crd.yaml", "-")
		assert.Equal(t, answer{Out: got.Out}, got)
		assert.Equal(t, got, run(t, shades, "openapi", flag, "-", "crd.yaml"), "the order of the names does not count")
		var merged, lamps map[string]any
		require.NoError(t, json.Unmarshal([]byte(got.Out), &merged))
		require.NoError(t, json.Unmarshal([]byte(run(t, "", "openapi", flag, "crd.yaml").Out), &lamps))
		assert.Len(t, merged["paths"], 2*len(lamps["paths"].(map[string]any)))
		kinds := any(merged)
		for _, name := range models {
			kinds = kinds.(map[string]any)[name]
		}
		names := slices.Sorted(maps.Keys(kinds.(map[string]any)))
		assert.Subset(t, names, []string{"com.example.v1.Lamp", "com.example.v1.LampList", "com.example.v1.Shade", "com.example.v1.ShadeList"})
	}
	got := run(t, "", "openapi", "crd.yaml", "expensive.yaml")
	assert.Equal(t, answer{Code: 1, Out: run(t, "", "openapi", "crd.yaml").Out, Err: `two documents have different schemas "com.example.v1.Lamp"` + "\n"}, got)
}
