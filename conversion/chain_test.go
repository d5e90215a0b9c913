package conversion_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// The shortest path is taken, and the first one of the same length.
func TestChain(t *testing.T) {
	step := func(from, to string) conversion.Step {
		return conversion.Step{From: "g/" + from, To: "g/" + to, Convert: func(_ context.Context, obj map[string]any) (map[string]any, error) {
			return map[string]any{"kind": obj["kind"], "metadata": obj["metadata"], "way": fmt.Sprint(obj["way"], " ", from, to)}, nil
		}}
	}
	chain, err := conversion.NewChain(step("a", "hub"), step("hub", "a"), step("b", "hub"), step("hub", "b"), step("hub", "c"),
		step("a", "x"), step("x", "c"), step("c", "d"))
	require.NoError(t, err)
	assert.Equal(t, []string{"g/a", "g/hub", "g/b"}, chain.Path("g/a", "g/b"))
	assert.Equal(t, []string{"g/a", "g/hub", "g/c"}, chain.Path("g/a", "g/c"))
	assert.Equal(t, []string{"g/b", "g/hub", "g/c", "g/d"}, chain.Path("g/b", "g/d"))
	assert.Equal(t, []string{"g/q"}, chain.Path("g/q", "g/q"))
	assert.Nil(t, chain.Path("g/d", "g/a"))
	got, err := chain.Convert(context.Background(), []map[string]any{{"apiVersion": "g/b", "kind": "K", "way": ""}}, "g/d")
	require.NoError(t, err)
	assert.Equal(t, " bhub hubc cd", got[0]["way"])
	assert.Equal(t, "g/d", got[0]["apiVersion"])
	_, err = chain.Convert(context.Background(), []map[string]any{{"apiVersion": "g/d", "kind": "K"}}, "g/a")
	assert.ErrorContains(t, err, "there is no conversion from g/d to g/a")

	for _, bad := range []conversion.Step{step("a", "a"), {From: "g/a", To: "g/b"}, {}, step("a", "hub"), {From: "a/b/c", To: "g/b"}} {
		_, err := conversion.NewChain(step("a", "hub"), bad)
		assert.Error(t, err)
	}
}

// A chain of n versions has n² paths, but does not store their n³ steps.
func TestChainStoresNoPaths(t *testing.T) {
	const n = 200
	version := func(i int) string { return fmt.Sprint("g/v", i+1) }
	var steps []conversion.Step
	for i := range n - 1 {
		steps = append(steps, conversion.Step{From: version(i), To: version(i + 1), Convert: func(_ context.Context, obj map[string]any) (map[string]any, error) {
			return obj, nil
		}})
	}
	var chain *conversion.Chain
	var err error
	bytes := worktest.Allocated(func() { chain, err = conversion.NewChain(steps...) })
	require.NoError(t, err)
	assert.Less(t, bytes, uint64(15<<20))
	path := chain.Path(version(0), version(n-1))
	require.Len(t, path, n)
	for i, v := range path {
		require.Equal(t, version(i), v)
	}
}

// Making a chain takes time and memory in proportion to its steps: paths are searched when an
// object is converted.
func TestChainIsLinear(t *testing.T) {
	allocated := func(n int) uint64 {
		var steps []conversion.Step
		for i := range n {
			steps = append(steps, conversion.Step{From: fmt.Sprint("g/v", i), To: fmt.Sprint("g/v", i+1), Convert: func(_ context.Context, obj map[string]any) (map[string]any, error) {
				return obj, nil
			}})
		}
		return worktest.Allocated(func() {
			chain, err := conversion.NewChain(steps...)
			require.NoError(t, err)
			require.Len(t, chain.Path("g/v0", fmt.Sprint("g/v", n)), n+1)
		})
	}
	assert.Less(t, allocated(20_000), 15*allocated(2_000))
}
