package defaulting_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

func product(t testing.TB, n int) (list []any, s *structural.Schema) {
	integers := make([]any, n)
	list = make([]any, n)
	for i := range n {
		integers[i], list[i] = int64(i), map[string]any{}
	}
	return list, schema(t, map[string]any{"items": map[string]any{"properties": map[string]any{"a": map[string]any{"default": integers}}}})
}

// Values are counted before they are made: only the budget's part of 900,000,000 is made.
func TestProductEndsAtTheBudget(t *testing.T) {
	list, s := product(t, 30_000)
	ctx := structural.WithBudget(t.Context(), structural.Budget{Values: 100_000})
	var out any
	var defaulted []structural.Path
	var err error
	bytes := worktest.Allocated(func() { out, defaulted, err = defaulting.Default(ctx, list, s) })
	assert.Nil(t, out)
	assert.Nil(t, defaulted)
	require.ErrorIs(t, err, structural.ErrTooMuchWork)
	var spent *structural.WorkError
	require.ErrorAs(t, err, &spent)
	assert.Equal(t, "[3].a", spent.Path.String())
	assert.Less(t, bytes, uint64(100_000*50))
}

// A budget that is just enough gives the whole result, and one less gives an error.
func TestBudgetIsExact(t *testing.T) {
	list, s := product(t, 20)
	budget := func(values int64) context.Context {
		return structural.WithBudget(t.Context(), structural.Budget{Values: values})
	}
	out, defaulted, err := defaulting.Default(budget(20*21), list, s)
	require.NoError(t, err)
	assert.Len(t, defaulted, 20)
	want, _ := fillValue(t, list, s)
	assert.Equal(t, want, out)
	_, _, err = defaulting.Default(budget(20*21-1), list, s)
	assert.EqualError(t, err, "too much work: more than 419 values made setting defaults at [19].a")

	absent := schema(t, map[string]any{"default": map[string]any{"a": []any{true}}})
	_, _, err = defaulting.Absent(budget(2), absent)
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	_, _, err = defaulting.Absent(budget(3), absent)
	assert.NoError(t, err)
}

// Defaults inside of defaults are counted, and the path leads to the innermost.
func TestNestedDefaultsAreCounted(t *testing.T) {
	many := make([]any, 100)
	for i := range many {
		many[i] = map[string]any{}
	}
	s := schema(t, map[string]any{"properties": map[string]any{"l": map[string]any{
		"default": many, "items": map[string]any{"properties": map[string]any{"a": map[string]any{"default": map[string]any{"b": "c"}}}},
	}}})
	ctx := structural.WithBudget(t.Context(), structural.Budget{Values: 101 + 2*100 - 1})
	_, _, err := defaulting.Default(ctx, map[string]any{}, s)
	assert.EqualError(t, err, "too much work: more than 300 values made setting defaults at l[99].a")
}

// A call whose context ends at any time returns the whole result or the error.
func TestCancelled(t *testing.T) {
	list, s := product(t, 200)
	fields := map[string]any{}
	for i := range 20_000 {
		fields[string(rune('a'+i))] = []any{}
	}
	value := []any{list, fields, make([]any, 20_000)}
	whole := schema(t, map[string]any{"items": map[string]any{
		"items": s.Items().Map(), "additionalProperties": map[string]any{"items": map[string]any{"default": int64(1)}},
	}})
	want, paths := fillValue(t, value, whole)
	for n := range 1_000 {
		ctx := worktest.EndAfter(n)
		got, defaulted, err := defaulting.Default(ctx, value, whole)
		if err == nil {
			assert.Equal(t, want, got)
			assert.Equal(t, paths, defaulted)
			assert.Greater(t, n, 15, "about 80,000 steps")
			return
		}
		require.True(t, errors.Is(err, context.Canceled))
		require.Nil(t, got)
		require.Nil(t, defaulted)
	}
	t.Fatal("the context is looked at without end")
}
