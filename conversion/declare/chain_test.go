package declare_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/structural"
)

// Joined texts count before they are made: items may share their parts, from a default.
func TestJoinWithinBudget(t *testing.T) {
	const items, bytes = 1000, 1 << 20
	chain, err := declare.NewChain(t.Context(), declare.Declaration{From: older, To: newer, Rules: []declare.Rule{
		{Join: &declare.Join{To: ".l[*].t", Separator: "-", From: []declare.Part{{Path: ".l[*].a"}, {Path: ".l[*].b"}}}},
	}})
	require.NoError(t, err)
	long, list := strings.Repeat("x", bytes), []any{}
	for range items {
		list = append(list, map[string]any{"a": long, "b": long})
	}
	obj := thing(older, map[string]any{"l": list})
	_, err = chain.Convert(t.Context(), []map[string]any{obj}, newer)
	require.ErrorIs(t, err, structural.ErrTooMuchWork)

	obj["l"] = list[:2]
	out, err := chain.Convert(t.Context(), []map[string]any{obj}, newer)
	require.NoError(t, err)
	assert.Equal(t, long+"-"+long, out[0]["l"].([]any)[1].(map[string]any)["t"])
}
