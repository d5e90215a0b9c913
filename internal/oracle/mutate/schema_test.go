package mutate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
)

func TestSchema(t *testing.T) {
	before := map[string]any{
		"type":       "object",
		"properties": map[string]any{"spec": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}},
	}
	copied := runtime.DeepCopyJSON(before)
	seen := map[string]bool{}
	for seed := range uint64(3000) {
		got := Schema(rand.New(rand.NewPCG(seed, 1)), before, 3)
		require.Equal(t, got, Schema(rand.New(rand.NewPCG(seed, 1)), before, 3), "seed %d", seed)
		require.NotPanics(t, func() { runtime.DeepCopyJSON(got) })
		for _, node := range schemaNodes(nil, got) {
			for k := range node {
				seen[k] = true
			}
		}
	}
	assert.Equal(t, copied, before)
	for _, k := range keywords {
		assert.True(t, seen[k.name], k.name)
	}
}
