package fragment_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Decode prunes and defaults within one budget, and returns no result without it.
func TestDecodeEndsAtTheBudget(t *testing.T) {
	f := compile(t, `{type: array, items: {type: object, properties: {a: {type: string, default: b}}}}`)
	list := []any{}
	for i := range 2_000 {
		list = append(list, map[string]any{fmt.Sprintf("unknown%d", i): int64(1)})
	}
	ctx, w := work.Share(t.Context())
	want, err := f.Decode(ctx, list)
	require.NoError(t, err)
	assert.Len(t, want.Unknown, 2_000)
	enough := w.Used().Steps

	for _, steps := range []int64{enough, 2 * enough} {
		got, err := f.Decode(structural.WithBudget(t.Context(), structural.Budget{Steps: steps}), list)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for _, steps := range []int64{1, enough / 2, enough - 1} {
		got, err := f.Decode(structural.WithBudget(t.Context(), structural.Budget{Steps: steps}), list)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork)
		assert.Equal(t, fragment.Decoded{}, got)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := f.Decode(done, list)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, fragment.Decoded{}, got)
}
