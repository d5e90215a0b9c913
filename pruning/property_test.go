package pruning_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// TestProperties checks Prune on random schemas and objects, and compares it with a simple
// pruner.
func TestProperties(t *testing.T) {
	changed := 0
	for seed := range uint64(1500) {
		g := generate.New(seed)
		shape := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(shape)
		obj := g.Object(shape, generate.Flavor(seed/3%3))
		if holdProperties(t, obj, s) {
			changed++
		}
	}
	assert.Greater(t, changed, 300, "the generator must give something to drop")
}

func holdProperties(t *testing.T, obj map[string]any, s *structural.Schema) bool {
	before := structural.Clone(obj)
	got, dropped := prune(t, obj, s)
	require.Equal(t, before, obj, "the input was written to")

	want, wantDropped := simply(structural.Clone(obj), s)
	require.Equal(t, want, got)
	require.Equal(t, wantDropped, texts(dropped))
	require.Equal(t, len(dropped) == 0, cases.Same(got, obj), "the same map exactly if nothing was dropped")
	cases.RequireShared(t, got, obj)

	again, more := prune(t, got, s)
	require.Empty(t, more, "idempotent")
	require.True(t, cases.Same(again, got))
	return len(dropped) > 0
}

// simply prunes obj in place, by the words of the package comment.
func simply(obj map[string]any, s *structural.Schema) (map[string]any, []string) {
	dropped := []string{}
	var value func(v any, s *structural.Schema, preserve, resource bool, path, dot string)
	value = func(v any, s *structural.Schema, preserve, resource bool, path, dot string) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				sub, by := s.Field(k)
				meta := k == "apiVersion" || k == "kind" || k == "metadata"
				at := path + dot + k
				switch {
				case resource && meta:
				case by != structural.Undeclared:
					value(v[k], sub, sub.PreservesUnknownFields(), sub.EmbeddedResource(), at, ".")
				case !preserve:
					delete(v, k)
					dropped = append(dropped, at)
				}
			}
		case []any:
			for i, e := range v {
				items := s.Items()
				if preserve && items == nil {
					continue
				}
				value(e, items, preserve || items.PreservesUnknownFields(), items.EmbeddedResource(), fmt.Sprintf("%s[%d]", path, i), ".")
			}
		}
	}
	value(obj, s, s.PreservesUnknownFields(), true, "", "")
	slices.Sort(dropped)
	return obj, dropped
}
