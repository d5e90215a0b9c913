package work_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// Values are equal exactly if structural.Equal says so.
func TestEqual(t *testing.T) {
	list := func(v ...any) any { return v }
	object := func(name string, v any) any { return map[string]any{name: v} }
	values := []any{
		nil, true, false, int64(1), 1.0, 2.0, "", "1", "a", list(), list(nil), list("a", int64(1)), list(int64(1), "a"),
		object("a", nil), object("a", int64(1)), object("b", int64(1)), object("a", list("a")), map[string]any{}, []string{"a"}, 1,
	}
	w := work.Start(context.Background(), "")
	for _, a := range values {
		for _, b := range values {
			assert.Equal(t, structural.Equal(a, b), work.Equal(w, a, structural.Clone(b)), "%#v %#v", a, b)
		}
	}
}

// Every value counts, and texts by their length. Equal values are unequal once the budget is
// spent.
func TestEqualCounts(t *testing.T) {
	v := []any{map[string]any{"a": "b", "c": strings.Repeat("x", 256_000)}, nil}
	steps := worktest.Steps(t, func(ctx context.Context) error {
		w := work.Start(ctx, "")
		assert.True(t, work.Equal(w, v, structural.Clone(v)))
		return w.Err()
	})
	assert.Equal(t, int64(5+1_000), steps)
	for n := range steps {
		w := work.Start(work.WithBudget(context.Background(), budget.Budget{Steps: max(n, 1)}), "")
		assert.False(t, work.Equal(w, v, v))
		assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)
	}
}
