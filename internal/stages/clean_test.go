package stages_test

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// changes reports whether one of the stages that Clean takes the place of changes v.
func changes(t *testing.T, s *stages.Schema, v any) bool {
	t.Helper()
	for _, normalize := range []func(any) (any, error){structural.Normalize, structural.NormalizeStored} {
		normal, err := normalize(v)
		if err != nil || !identical(normal, v) {
			return true
		}
	}
	if s.KeepsUnknown {
		return false
	}
	pruned, _, err := pruning.Prune(context.Background(), v, s.Structural, s.Root)
	require.NoError(t, err)
	return !identical(pruned, v) || !identical(defaulting.DropNulls(v, s.Structural), v)
}

// identical reports whether two values have the same Go types, and lack the same fields.
func identical(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && (a == nil) == (b == nil) && maps.EqualFunc(a, b, identical)
	case []any:
		b, ok := b.([]any)
		return ok && (a == nil) == (b == nil) && slices.EqualFunc(a, b, identical)
	default:
		return a == b
	}
}

// TestClean compares Clean with the stages. It may report false for what no stage changes, but not
// for what servers see every day.
func TestClean(t *testing.T) {
	clean, unclean, missed := 0, 0, 0
	for seed := range uint64(20_000) {
		g := generate.New(seed, generate.WithNodes(30))
		root := structural.Root(seed / 3 % 4)
		m := g.Schema(generate.Valid)
		schema, _, err := structural.FromMap(t.Context(), m)
		require.NoError(t, err)
		s := &stages.Schema{Structural: schema, Root: root, KeepsUnknown: seed%50 == 0}
		var v any = g.Object(m, generate.Flavor(seed%3))
		if seed%7 == 0 {
			v = denormalize(g, v)
		}
		got, want := s.Clean(v), !changes(t, s, v)
		require.False(t, got && !want, "seed %d: %v", seed, v)
		switch {
		case got:
			clean++
		case want:
			missed++
		default:
			unclean++
		}
	}
	assert.Greater(t, clean, 4000)
	assert.Greater(t, unclean, 4000)
	assert.Less(t, missed, 50)
	t.Logf("clean %d, unclean %d, missed %d", clean, unclean, missed)
}

// denormalize replaces one value by one that is not normalized.
func denormalize(g *generate.Generator, v any) any {
	others := []any{1, 1.0, float32(1.5), math.NaN(), math.Inf(1), map[string]any(nil), []any(nil), struct{}{}, nil}
	other := others[g.Below(len(others))]
	m, ok := v.(map[string]any)
	if !ok {
		return other
	}
	out := maps.Clone(m)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if g.Percent(50) {
			out[k] = denormalize(g, m[k])
			break
		}
	}
	return out
}

func TestCleanGivesUp(t *testing.T) {
	s := &stages.Schema{KeepsUnknown: true}
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	assert.False(t, s.Clean(cyclic))
	shared := []any{"x", "y"}
	for range 40 {
		shared = []any{shared, shared}
	}
	assert.False(t, s.Clean(shared))
	assert.True(t, s.Clean(make([]any, 1000)))
	assert.False(t, s.Clean(make([]any, 1<<20+1)))
}
