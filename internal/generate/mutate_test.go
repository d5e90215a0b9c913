package generate

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMutateChanges(t *testing.T) {
	changed := 0
	const cases = 500
	for seed := range uint64(cases) {
		g := New(seed)
		obj := g.Object(g.Schema(Valid), Valid)
		require.Equal(t, any(obj), g.Mutate(obj, 0), "no change asked for")
		mutated := g.Mutate(obj, 1)
		require.IsType(t, obj, mutated)
		if !reflect.DeepEqual(any(obj), mutated) {
			changed++
		}
	}
	assert.Greater(t, changed, cases*95/100)
	assert.NotPanics(t, func() { New(1).Mutate(nil, 50) })
}
