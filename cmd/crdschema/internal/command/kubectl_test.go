package command

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural/apply"
)

// TestOpenAPI compares the whole documents of a CRD.
func TestOpenAPI(t *testing.T) {
	t.Chdir("kubectldata/openapi")
	for name, args := range map[string][]string{
		"v3.json":         nil,
		"v2.json":         {"--v2"},
		"v2-v1beta1.json": {"--v2", "--version", "v1beta1"},
	} {
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		got := run(t, "", append([]string{"openapi", "crontabs.yaml"}, args...)...)
		assert.Equal(t, answer{Out: string(want)}, got, name)
	}
}

// TestDiffText checks the colors of a terminal.
func TestDiffText(t *testing.T) {
	changes, err := apply.Diff(t.Context(), nil,
		map[string]any{"a": int64(1), "b": int64(1), "c": []any{"x", "y"}}, map[string]any{"b": int64(2), "c": []any{"x", "y"}, "d": "e"})
	require.NoError(t, err)
	p := &pair{title: "Lamp a"}
	plain, colored := diffing{}, diffing{color: true}
	assert.Equal(t, "Lamp a:\n- .a: 1\n~ .b: 1 → 2\n+ .d: \"e\"\n", string(plain.text(p, changes)))
	assert.Equal(t, "Lamp a:\n\x1b[31m- .a: 1\x1b[0m\n\x1b[33m~ .b: 1 → 2\x1b[0m\n\x1b[32m+ .d: \"e\"\x1b[0m\n", string(colored.text(p, changes)))
	assert.Equal(t, "Lamp a: no changes\n", string(colored.text(p, nil)))
}
