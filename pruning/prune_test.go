package pruning_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

func TestPrune(t *testing.T) {
	cases.Run(t, "testdata/prune.yaml", []string{"schema", "object", "want", "dropped"}, func(t *testing.T, c cases.Case) {
		object := c.Object(t, "object")
		before := structural.Clone(object)
		got, dropped := prune(t, object, c.Schema(t, "schema"))
		want := object
		if c.Has("want") {
			want = c.Object(t, "want")
		}
		assert.Equal(t, want, got)
		assert.Equal(t, c.Texts(t, "dropped"), texts(dropped))
		assert.Equal(t, before, object, "the input was written to")
	})
}

func prune(t testing.TB, obj map[string]any, s *structural.Schema) (map[string]any, []structural.Path) {
	out, dropped, err := pruning.Prune(t.Context(), obj, s, structural.Resource)
	require.NoError(t, err)
	return out, dropped
}

func pruneValue(t testing.TB, v any, s *structural.Schema) (any, []structural.Path) {
	out, dropped, err := pruning.Prune(t.Context(), v, s, structural.Value)
	require.NoError(t, err)
	return out, dropped
}

func texts(paths []structural.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p.Dotted()
	}
	return out
}

func TestPruneValue(t *testing.T) {
	item := schema(t, `{type: object, properties: {a: {type: string}}}`)
	for _, tt := range []struct {
		name        string
		schema      *structural.Schema
		value, want any
		dropped     []string
	}{
		{"scalar", item, "text", "text", []string{}},
		{"null", item, nil, nil, []string{}},
		{"list by the items schema, of which there is none", item, []any{map[string]any{"a": "A"}}, []any{map[string]any{}}, []string{"[0].a"}},
		{"object metadata at the top is dropped silently", item, map[string]any{"kind": "K", "a": "A"}, map[string]any{"a": "A"}, []string{}},
		{"no schema", nil, map[string]any{"kind": "K", "a": "A"}, map[string]any{}, []string{"a", "kind"}},
		{"embedded resource", schema(t, `{type: object, x-kubernetes-embedded-resource: true}`),
			map[string]any{"kind": "K", "a": "A"}, map[string]any{"kind": "K"}, []string{"a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, dropped := pruneValue(t, tt.value, tt.schema)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.dropped, texts(dropped))
		})
	}
}

// TestPaths checks that a dropped path leads to the dropped field, even if its text
// is ambiguous.
func TestPaths(t *testing.T) {
	s := schema(t, `{type: object, properties: {m: {type: object, additionalProperties: {type: object}}}}`)
	_, dropped := prune(t, map[string]any{"m": map[string]any{"a.b": map[string]any{"c[0]": int64(1)}}}, s)
	require.Len(t, dropped, 1)
	assert.Equal(t, structural.Path{structural.Field("m"), structural.Field("a.b"), structural.Field("c[0]")}, dropped[0])
}

const listsAndMaps = `
type: object
properties:
  spec:
    type: object
    properties:
      list: {type: array, items: {type: object, properties: {a: {type: string}, b: {type: integer}}}}
      map: {type: object, additionalProperties: {type: string}}
      any: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: string}}}`

func TestNoAllocations(t *testing.T) {
	s := schema(t, listsAndMaps)
	object := object(t, `
apiVersion: v1
kind: T
metadata: {name: n}
spec: {list: [{a: x, b: 1}, {a: y}], map: {k: v, l: w}, any: {a: x, z: [1, 2]}}`)
	ctx := t.Context()
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if _, dropped := cases.Must2(pruning.Prune(ctx, object, s, structural.Resource)); dropped != nil {
			t.Fatal(dropped)
		}
	}))
}

// TestPruneElement preserves unknown fields through lists, and no further, as inside
// of a list that preserves them.
func TestPruneElement(t *testing.T) {
	list := schema(t, `
x-kubernetes-preserve-unknown-fields: true
items: {items: {properties: {a: {type: object, properties: {b: {type: string}}}}}}`)
	element := []any{map[string]any{"a": map[string]any{"b": "B", "x": int64(1)}, "x": []any{}}}
	want := []any{map[string]any{"a": map[string]any{"b": "B"}, "x": []any{}}}

	got, dropped, err := pruning.Prune(t.Context(), element, list.Items(), structural.Element)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, []string{"[0].a.x"}, texts(dropped))
	inList, dropped := pruneValue(t, []any{element}, list)
	assert.Equal(t, []any{want}, inList)
	assert.Equal(t, []string{"[0][0].a.x"}, texts(dropped))
}

func TestDeepest(t *testing.T) {
	s := schema(t, `{type: object, properties: {m: {type: object, additionalProperties: true}}}`)
	got, dropped := prune(t, nested(structural.MaxDepth-3, map[string]any{"x": int64(1)}), s)
	require.Len(t, dropped, 1)
	assert.Len(t, dropped[0], structural.MaxDepth)
	_, again := prune(t, got, s)
	assert.Empty(t, again)
}

func nested(lists int, v any) map[string]any {
	for range lists {
		v = []any{v}
	}
	return map[string]any{"m": map[string]any{"deep": v}}
}

// TestHostile drops fields whose paths would take gigabytes: the first are reported, the
// same ones every time.
func TestHostile(t *testing.T) {
	const lists, width, budget = 5_000, 20_000, 4 << 20
	s := schema(t, `{type: object, properties: {m: {type: object, additionalProperties: true}}}`)
	fields := map[string]any{}
	for i := range width {
		fields[fmt.Sprintf("x%05d", i)] = int64(1)
	}
	object := nested(lists, fields)
	got, dropped := prune(t, object, s)
	charge := 16*(lists+3) + len("m") + len("deep") + len("x00000")
	require.Len(t, dropped, (budget+charge-1)/charge)
	for i, p := range dropped {
		require.Len(t, p, lists+3)
		require.Equal(t, fmt.Sprintf("x%05d", i), p[lists+2].Name())
	}
	_, same := prune(t, object, s)
	assert.Equal(t, dropped, same)
	_, again := prune(t, got, s)
	assert.Empty(t, again, "what is not reported must be dropped all the same")
}

func TestLongName(t *testing.T) {
	const size = 1 << 20
	s := schema(t, `{type: object, additionalProperties: {type: object, properties: {a: {type: string}}}}`)
	fields := map[string]any{}
	for i := range 10_000 {
		fields[fmt.Sprint(i)] = int64(1)
	}
	_, dropped := prune(t, map[string]any{strings.Repeat("k", size): fields}, s)
	assert.Len(t, dropped, 4)
}

func schema(t testing.TB, text string) *structural.Schema {
	s, problems := cases.FromMap(object(t, text))
	require.Empty(t, problems.Texts())
	return s
}

func object(t testing.TB, text string) map[string]any {
	doc, err := decode.YAML(context.Background(), []byte(text))
	require.NoError(t, err)
	obj, err := doc.Object()
	require.NoError(t, err)
	return obj
}
