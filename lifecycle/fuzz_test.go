package lifecycle_test

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzSettle takes any two objects for definitions.
func FuzzSettle(f *testing.F) {
	for _, file := range []string{"testdata/settle.yaml", "testdata/deletion.yaml"} {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		docs, err := decode.Stream(text)
		require.NoError(f, err)
		for _, doc := range docs {
			fields, err := doc.Object()
			require.NoError(f, err)
			others := listOf(fields["others"])
			f.Add(encoded(f, fields["crd"]), encoded(f, append(others, map[string]any{})[0]))
		}
	}
	f.Fuzz(func(t *testing.T, crd, other []byte) {
		own, ok := cases.FromJSON(crd)
		others := make([]map[string]any, 1)
		others[0], _ = cases.FromJSON(other)
		if !ok {
			return
		}
		before := structural.Clone(own)
		settled := lifecycle.Settle(own, others, now)
		require.True(t, cases.Same(lifecycle.Settle(settled, others, "later"), settled), "it has come to rest")
		if structural.Equal(own, settled) {
			require.True(t, cases.Same(own, settled), "nothing changed")
		}
		deleted := lifecycle.Delete(settled, now)
		require.True(t, lifecycle.Ending(deleted))
		for outcome := range lifecycle.NotConfirmed + 1 {
			lifecycle.Cleaned(deleted, outcome, errors.New("trouble"), "")
		}
		lifecycle.Discover("a.b", []map[string]any{settled, deleted, others[0], nil})
		lifecycle.Stored(own)
		require.True(t, structural.Equal(before, own), "the input was written to")
	})
}

func encoded(f *testing.F, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(f, err)
	return text
}
