package structural_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

// doubled returns a value that holds leaf 2^levels times.
func doubled(leaf any, levels int) any {
	v := leaf
	for i := range levels {
		if i%2 == 0 {
			v = map[string]any{"a": v, "b": v}
		} else {
			v = []any{v, v}
		}
	}
	return v
}

// A map that Normalize has converted is not converted again where it is seen next: the
// result takes memory for the first values only.
func TestNormalizeLooksOnceAtWhatIsShared(t *testing.T) {
	shared := doubled(1, 18)
	var got any
	var err error
	bytes := worktest.Allocated(func() { got, err = structural.Normalize(shared) })
	require.NoError(t, err)
	assert.Less(t, bytes, uint64(20<<20), "each value would take 80 MB")
	assert.True(t, structural.Equal(doubled(int64(1), 18), got))

	shared = doubled("x", 18)
	same, err := structural.Normalize(shared)
	require.NoError(t, err)
	assert.True(t, sameMap(shared.([]any)[0].(map[string]any), same.([]any)[0].(map[string]any)))
	converted, err := structural.IntegersFromFloats(doubled(1.0, 18))
	require.NoError(t, err)
	assert.True(t, structural.Equal(got, converted))
}

// Many small maps may be in a value many times: each is counted.
func TestNormalizeAllowsSmallSharedValues(t *testing.T) {
	_, err := structural.Normalize(slices.Repeat([]any{map[string]any{"a": "b"}}, 2*structural.MaxRepeated))
	assert.NoError(t, err)
	large := map[string]any{"l": slices.Repeat([]any{"x"}, 100)}
	_, err = structural.Normalize(slices.Repeat([]any{large}, structural.MaxRepeated/101))
	assert.NoError(t, err)
	_, err = structural.Normalize(slices.Repeat([]any{large}, structural.MaxRepeated/50))
	assert.EqualError(t, err, "not a JSON value: more than 1048576 values in maps and lists that it holds more than once")
}

// A value that was seen before may be too deep in another place.
func TestNormalizeMeasuresTheDepthOfSharedValues(t *testing.T) {
	deep := nested(structural.MaxDepth / 2)
	filler := slices.Repeat([]any{"x"}, 1<<17)
	around := func(v any, levels int) any {
		for range levels {
			v = []any{v}
		}
		return v
	}
	_, err := structural.Normalize([]any{filler, deep, around(deep, structural.MaxDepth/2-1)})
	assert.NoError(t, err)
	for _, v := range []any{
		[]any{filler, deep, around(deep, structural.MaxDepth/2)},
		[]any{filler, deep, []any{filler, deep}, around(deep, structural.MaxDepth/2)},
		[]any{filler, []any{deep, "x"}, around([]any{[]any{deep, "x"}}, structural.MaxDepth/2-2)},
	} {
		_, err = structural.Normalize(v)
		assert.ErrorContains(t, err, "nested deeper than 10000 levels, or cyclic")
	}
}
