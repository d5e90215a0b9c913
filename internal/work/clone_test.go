package work

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/structural/budget"
)

func TestClone(t *testing.T) {
	w := Start(t.Context(), "")
	v := map[string]any{"a": []any{map[string]any{"b": int64(1)}, "x", nil}, "c": map[string]any(nil), "d": []any(nil)}
	copied := Clone(w, v)
	assert.Equal(t, v, copied)
	copied["a"].([]any)[0].(map[string]any)["b"] = int64(2)
	assert.Equal(t, int64(1), v["a"].([]any)[0].(map[string]any)["b"], "nothing is shared")
	assert.NoError(t, w.Err())

	spent := Start(WithBudget(t.Context(), budget.Budget{Steps: 3}), "")
	Clone(spent, v)
	assert.ErrorIs(t, spent.Err(), budget.ErrTooMuchWork)

	cyclic := map[string]any{}
	cyclic["a"] = []any{cyclic}
	endless := Start(t.Context(), "")
	Clone(endless, cyclic)
	assert.ErrorIs(t, endless.Err(), budget.ErrTooMuchWork)
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
	SortFunc(w, list, func(a, b int) int { assert.Fail(t, "compared"); return a - b })
	assert.ErrorIs(t, w.Err(), context.Canceled)

	canceled, cancel = context.WithCancel(t.Context())
	w = Start(canceled, "")
	compared := 0
	SortFunc(w, list, func(a, b int) int {
		if compared++; compared == comparisonsApart/2 {
			cancel()
		}
		return a - b
	})
	assert.Less(t, compared, comparisonsApart)
	assert.ErrorIs(t, w.Err(), context.Canceled)
}

func TestSortFuncCounts(t *testing.T) {
	list := make([]string, fewNames+1)
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	counts := map[int64]bool{}
	for range 10 {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		w := Start(t.Context(), "")
		Sorted(w, list)
		counts[w.Used().Steps] = true
	}
	assert.Len(t, counts, 1)
}
