package work

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClone(t *testing.T) {
	w := Start(t.Context(), "")
	v := map[string]any{"a": []any{map[string]any{"b": int64(1)}, "x", nil}, "c": map[string]any(nil), "d": []any(nil)}
	copied := Clone(w, v)
	assert.Equal(t, v, copied)
	copied["a"].([]any)[0].(map[string]any)["b"] = int64(2)
	assert.Equal(t, int64(1), v["a"].([]any)[0].(map[string]any)["b"], "nothing is shared")
	assert.NoError(t, w.Err())

	spent := Start(WithBudget(t.Context(), Budget{Steps: 3}), "")
	Clone(spent, v)
	assert.ErrorIs(t, spent.Err(), ErrTooMuchWork)

	cyclic := map[string]any{}
	cyclic["a"] = []any{cyclic}
	endless := Start(t.Context(), "")
	Clone(endless, cyclic)
	assert.ErrorIs(t, endless.Err(), ErrTooMuchWork)
}

func TestSortFunc(t *testing.T) {
	list := make([]int, 10_000)
	for i := range list {
		list[i] = (i * 7919) % len(list)
	}
	sorted := slices.Clone(list)
	w := Start(t.Context(), "")
	SortFunc(w, sorted, func(a, b int) int { return a - b })
	assert.True(t, slices.IsSorted(sorted))
	assert.NoError(t, w.Err())

	canceled, cancel := context.WithCancel(t.Context())
	w = Start(canceled, "")
	cancel()
	compared := 0
	SortFunc(w, list, func(a, b int) int { compared++; return a - b })
	assert.Less(t, compared, 2*interval)
	assert.ErrorIs(t, w.Err(), context.Canceled)
}
