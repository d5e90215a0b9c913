package generate

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestObjectFeatures(t *testing.T) {
	wanted := map[Flavor][]string{
		Valid:   {"null", "float", "integral float", "integer", "list", "dotted name"},
		Nearly:  {"null", "float", "integral float", "integer", "list", "dotted name", "long string", "null in a list", "null in a map"},
		Hostile: {"null", "float", "integral float", "integer", "list", "dotted name", "long string", "null in a list", "null in a map"},
	}
	for f, names := range wanted {
		counts := map[string]int{}
		for seed := range uint64(500) {
			g := New(seed)
			out := map[string]bool{}
			valueFeatures(out, g.Object(g.Schema(Valid), f))
			for name := range out {
				counts[name]++
			}
		}
		for _, name := range names {
			assert.Greater(t, counts[name], 20, "%v: %s", f, name)
		}
	}
}

// TestValidObjects checks that drafts satisfy their schemas, as far as the
// package can check it.
func TestValidObjects(t *testing.T) {
	good := 0
	const cases = 1000
	for seed := range uint64(cases) {
		g := New(seed)
		schema := g.Schema(Valid)
		if satisfies(schema, g.Object(schema, Valid)) {
			good++
		}
	}
	assert.Greater(t, good, cases*97/100)
}

func TestAnySchema(t *testing.T) {
	for seed := range uint64(1000) {
		g := New(seed)
		schema, _ := g.Mutate(g.Schema(Hostile), 3).(map[string]any)
		for _, f := range flavors {
			require.NotNil(t, g.Object(schema, f), "seed %d", seed)
			g.Value(schema, f)
		}
	}
	for _, f := range flavors {
		assert.NotNil(t, New(1).Object(nil, f))
	}
}

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
