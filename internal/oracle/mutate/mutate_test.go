package mutate

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
)

func sample() map[string]any {
	return map[string]any{
		"apiVersion": "example.com/v1", "kind": "Thing",
		"metadata": map[string]any{"name": "a", "labels": map[string]any{"x": "y"}},
		"spec": map[string]any{
			"list":  []any{map[string]any{"name": "a"}, map[string]any{"name": "b", "n": int64(1)}, []any{1.5, nil}},
			"flags": []any{true, false}, "text": "t", "n": int64(7), "f": 2.5,
		},
	}
}

func TestObject(t *testing.T) {
	before := sample()
	distinct := map[string]bool{}
	for seed := range uint64(5000) {
		got := Object(rand.New(rand.NewPCG(seed, 1)), before, 1+int(seed%4))
		again := Object(rand.New(rand.NewPCG(seed, 1)), before, 1+int(seed%4))
		require.Equal(t, got, again, "seed %d", seed)
		require.NotPanics(t, func() { runtime.DeepCopyJSON(got) }, "only JSON values")
		text, err := json.Marshal(got)
		require.NoError(t, err)
		require.Less(t, len(text), 3<<20)
		distinct[string(text)] = true
	}
	assert.Equal(t, sample(), before)
	assert.Greater(t, len(distinct), 3000)
}

func TestEmptyObject(t *testing.T) {
	assert.Empty(t, Object(rand.New(rand.NewPCG(1, 1)), map[string]any{}, 10))
}

// Each mutation by itself must be able to change something and must leave a
// JSON value behind wherever it is applied.
func TestEveryMutation(t *testing.T) {
	for i, m := range mutations {
		changed := false
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			obj := sample()
			places := collect(obj)
			m(r, places[r.IntN(len(places))], places)
			require.NotPanics(t, func() { runtime.DeepCopyJSON(obj) })
			changed = changed || !assert.ObjectsAreEqual(sample(), obj)
		}
		assert.True(t, changed, "mutation %d never changes anything", i)
	}
}

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
