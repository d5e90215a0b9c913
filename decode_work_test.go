package crdschema_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// A call that cannot prune an object within its budget has no verdict: neither an object
// nor a Status.
func TestPruningEndsAtTheBudget(t *testing.T) {
	definition := crdschema.MustCompileYAML(checked)
	spec := map[string]any{"lit": true}
	for i := range 5_000 {
		spec[fmt.Sprintf("unknown%d", i)] = int64(1)
	}
	object := map[string]any{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": "a"}, "spec": spec}
	decoded, err := definition.Decode(t.Context(), object)
	require.NoError(t, err)
	assert.Len(t, decoded.Unknown, 5_000)

	for _, steps := range []int64{1, 4_000, 12_000} {
		ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: steps})
		decoded, err := definition.Decode(ctx, object)
		assert.Zero(t, decoded)
		hasNoVerdict(t, err)
		read, err := definition.Read(ctx, object, "v1")
		assert.Nil(t, read)
		hasNoVerdict(t, err)
		list, err := definition.ReadList(ctx, []map[string]any{object}, "v1")
		assert.Nil(t, list)
		hasNoVerdict(t, err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	decoded, err = definition.Decode(done, object)
	assert.Zero(t, decoded)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, crdschema.StatusOf(err))
}

func hasNoVerdict(t *testing.T, err error) {
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	assert.Nil(t, crdschema.StatusOf(err))
	assert.Empty(t, structural.ErrorsOf(err))
}
