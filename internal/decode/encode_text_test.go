package decode_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// TestEncodeText compares with what the server calls.
func TestEncodeText(t *testing.T) {
	for _, value := range []any{
		nil, true, "a", "yes", "é\u2028\ufeff<&>", "\x00\t\n", 0.5, 1e15, -1e15, 1e19, -1e19, 1e20, 1e21, 1e-7, int64(-1 << 63),
		"\x7f", "\u0080", "\u009f", "\ufffe", "\uffff", "a\u0085b", map[string]any{"a\u0085b": int64(1)}, map[string]any{"\x7f": "a\u0085"},
		[]any(nil), map[string]any(nil), []any{map[string]any(nil), []any(nil)}, []any{}, map[string]any{},
		map[string]any{"a10": 1e3, "a9": []any{1e3, "x", 1.5}, "<<": map[string]any{"a": "b"}},
	} {
		text, err := json.Marshal(value)
		require.NoError(t, err)
		want, wanted := yaml.JSONToYAML(text)
		got, err := decode.EncodeText(work.Start(context.Background(), "encoding"), text, value)
		if wanted != nil {
			assert.Equal(t, decode.UnwritableError(wanted.Error()), err, "%q", text)
			continue
		}
		require.NoError(t, err, "%q", text)
		assert.Equal(t, string(want), string(got), "%q", text)
	}
}

func TestEncodeTextKeepsItsArgument(t *testing.T) {
	list := []any{1e3}
	value := map[string]any{"a": list}
	_, err := decode.EncodeText(work.Start(context.Background(), "encoding"), []byte(`{"a":[1000]}`), value)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": []any{1e3}}, value)
}

func TestEncodeTextCounts(t *testing.T) {
	ctx := work.WithBudget(context.Background(), budget.Budget{Steps: 100})
	for _, v := range []any{make([]any, 200), "\u0085" + string(make([]byte, 200))} {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		_, err = decode.EncodeText(work.Start(ctx, "encoding"), text, v)
		require.ErrorIs(t, err, budget.ErrTooMuchWork)
	}
}
