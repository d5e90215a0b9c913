package restore_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/restore"
	"github.com/seed95800270/crdschema/internal/work"
)

// The objects are a spec, or one version of it.
func TestObject(t *testing.T) {
	cases.Run(t, "testdata/restore.yaml", []string{"spec", "version", "metadata", "want", "error", "unknown"}, func(t *testing.T, c cases.Case) {
		object := map[string]any{"spec": c.Value("spec"), "metadata": c.Value("metadata")}
		if c.Has("version") {
			object["spec"] = map[string]any{"versions": []any{c.Value("version")}}
		}
		got, unknown, err := restore.Object(work.Start(t.Context(), "restoring"), object, gotype.CRDv1)
		if c.Has("error") {
			assert.EqualError(t, err, c.Text(t, "error"))
			return
		}
		require.NoError(t, err)
		assert.Equal(t, c.Texts(t, "unknown"), unknown.Texts())
		switch {
		case c.Has("version"):
			assert.Equal(t, c.Value("want"), got["spec"].(map[string]any)["versions"].([]any)[0])
		case c.Has("spec"):
			assert.Equal(t, c.Value("want"), got["spec"])
		default:
			assert.Equal(t, c.Value("want"), got["metadata"])
		}
	})
}
