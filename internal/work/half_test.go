package work_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// TestHalf exceeds halves of what is left of a budget. The tracker goes on, and counts what they used.
func TestHalf(t *testing.T) {
	w := work.Start(work.WithBudget(t.Context(), budget.Budget{Steps: 100_000, Values: 1000}), "")
	for _, want := range []budget.Budget{{Steps: 50_000, Values: 500}, {Steps: 75_000, Values: 750}} {
		ctx, half := w.Half()
		for half.Make(1) {
			work.Start(ctx, "").Step(99)
		}
		require.Error(t, half.Err())
		require.True(t, w.Add(half), w.Err())
		assert.InDelta(t, want.Steps, w.Used().Steps, 5_000)
		assert.InDelta(t, want.Values, w.Used().Values, 2)
	}
	assert.False(t, w.Step(50_000))
}

// TestHalfEndsWithTheContext gives half a budget of a context that is done.
func TestHalfEndsWithTheContext(t *testing.T) {
	ctx, done := context.WithCancel(t.Context())
	w := work.Start(ctx, "")
	done()
	_, half := w.Half()
	assert.False(t, half.Step(1))
}
