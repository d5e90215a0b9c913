package schemacheck

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// simply prunes defaults by the words of the package comment: each is put into an
// object, then coerced and pruned.
func simply(s *structural.Schema) (_ *structural.Schema, failed error) {
	return structural.MapDefaults(s, func(path func() structural.Path, v any) (any, bool) {
		obj, err := objectWith(path(), v)
		if err != nil {
			failed = fmt.Errorf("failed to prune default value: %w", err)
			return nil, false
		}
		obj, _, _ = objectmeta.Coerce(context.Background(), obj, s, structural.Resource, objectmeta.Drop)
		obj, _ = cases.Must2(pruning.Prune(context.Background(), obj, s, structural.Resource))
		return valueAt(obj, path()), true
	}), failed
}

// TestPruneIsTheSameAsInObjects compares PruneDefaults with a simple implementation for random
// schemas: with defaults everywhere, properties called "*", and schemas for the inside of
// metadata.
func TestPruneIsTheSameAsInObjects(t *testing.T) {
	pruned, dropped, failed := 0, 0, 0
	for seed := range uint64(10_000) {
		g := odd{rand.New(rand.NewPCG(seed, 1))}
		s, _ := cases.FromMap(g.schema(2 + g.IntN(7)))
		want, wantErr := simply(s)
		got, err := PruneDefaults(t.Context(), s, structural.Resource)
		require.Equal(t, wantErr, err, "seed %d", seed)
		if err != nil {
			failed++
			continue
		}
		structural.MapDefaults(s, func(path func() structural.Path, v any) (any, bool) {
			before, after := v, defaultAt(got, path())
			require.Equal(t, defaultAt(want, path()), after, "seed %d: %v at %v", seed, before, path())
			switch {
			case after == nil:
				dropped++
			case !structural.Equal(before, after):
				pruned++
			}
			return nil, false
		})
	}
	assert.Greater(t, pruned, 2000)
	assert.Greater(t, dropped, 2000)
	assert.Greater(t, failed, 100)
}

func defaultAt(s *structural.Schema, at structural.Path) any {
	for _, step := range at {
		switch step.Kind() {
		case field.KeyStep:
			s = s.AdditionalProperties()
		case field.IndexStep:
			s = s.Items()
		default:
			s = s.Property(step.Name())
		}
	}
	return s.Default()
}

type odd struct{ *rand.Rand }

func (g odd) schema(depth int) map[string]any {
	s := map[string]any{}
	if g.IntN(3) == 0 {
		s["default"] = g.value(4)
	}
	if g.IntN(3) == 0 {
		s["x-kubernetes-embedded-resource"] = true
	}
	if g.IntN(4) == 0 {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	if depth == 0 {
		return s
	}
	if g.IntN(3) == 0 {
		s["items"] = g.schema(depth - 1)
	}
	if g.IntN(4) == 0 {
		s["additionalProperties"] = g.schema(depth - 1)
	}
	properties := map[string]any{}
	for range g.IntN(3) {
		properties[g.name()] = g.schema(depth - 1)
	}
	if g.IntN(10) == 0 {
		properties["metadata"] = g.metadata(depth)
	}
	s["properties"] = properties
	return s
}

func (g odd) metadata(depth int) map[string]any {
	property := func(name string, s map[string]any) map[string]any {
		return map[string]any{"properties": map[string]any{name: s}}
	}
	return property("managedFields", map[string]any{"items": property("fieldsV1", g.schema(depth-1))})
}

func (g odd) value(depth int) any {
	scalars := []any{"text", 1.0, 1.5, int64(1), true}
	switch n := g.IntN(6); {
	case depth == 0 || n == 0:
		return scalars[g.IntN(len(scalars))]
	case n == 1:
		list := []any{}
		for range g.IntN(3) {
			list = append(list, g.value(depth-1))
		}
		return list
	default:
		fields := map[string]any{}
		for range g.IntN(3) {
			fields[g.name()] = g.value(depth - 1)
		}
		return fields
	}
}

func (g odd) name() string {
	names := []string{"a", "b", "*", "metadata", "kind", "apiVersion", "labels", "name", "managedFields", "fieldsV1", "time", "a\xff"}
	return names[g.IntN(len(names))]
}

// TestPruneIsLinear prunes many defaults deep in a schema: the objects around all of them
// would take gigabytes.
func TestPruneIsLinear(t *testing.T) {
	const depth, width = 2_000, 50_000
	properties := map[string]any{}
	for i := range width {
		properties[fmt.Sprint(i)] = map[string]any{"default": map[string]any{"x": int64(1)}}
	}
	for _, top := range []string{"a", "metadata"} {
		shape := map[string]any{"properties": properties}
		for range depth {
			shape = map[string]any{"properties": map[string]any{"a": shape}}
		}
		s, _ := cases.FromMap(map[string]any{"properties": map[string]any{top: shape}})
		bytes := testing.Benchmark(func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				_, err := PruneDefaults(b.Context(), s, structural.Resource)
				require.NoError(b, err)
			}
		}).AllocedBytesPerOp()
		assert.Less(t, bytes, int64(200<<20))
	}
}
