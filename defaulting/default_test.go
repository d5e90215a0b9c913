package defaulting_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestDefault(t *testing.T) {
	cases.Run(t, "testdata/default.yaml", []string{"schema", "object", "want", "defaulted"}, func(t *testing.T, c cases.Case) {
		object := c.Object(t, "object")
		before := structural.Clone(object)
		got, defaulted := fill(t, object, c.Schema(t, "schema"))
		assert.Equal(t, wanted(t, c), got)
		assert.Equal(t, c.Texts(t, "defaulted"), texts(defaulted))
		assert.Equal(t, before, object, "the input was written to")
	})
}

func TestDropNulls(t *testing.T) {
	cases.Run(t, "testdata/nulls.yaml", []string{"schema", "object", "want"}, func(t *testing.T, c cases.Case) {
		object := c.Object(t, "object")
		before := structural.Clone(object)
		assert.Equal(t, wanted(t, c), defaulting.DropNulls(object, c.Schema(t, "schema")))
		assert.Equal(t, before, object, "the input was written to")
	})
}

func fill(t testing.TB, obj map[string]any, s *structural.Schema) (map[string]any, []structural.Path) {
	out, defaulted, err := defaulting.Default(t.Context(), obj, s)
	require.NoError(t, err)
	return out, defaulted
}

func fillValue(t testing.TB, v any, s *structural.Schema) (any, []structural.Path) {
	out, defaulted, err := defaulting.Default(t.Context(), v, s)
	require.NoError(t, err)
	return out, defaulted
}

func wanted(t *testing.T, c cases.Case) map[string]any {
	if !c.Has("want") {
		return c.Object(t, "object")
	}
	return c.Object(t, "want")
}

func texts(paths []structural.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p.String()
	}
	return out
}

func TestDefaultOfValue(t *testing.T) {
	s := schema(t, map[string]any{
		"default": "root", "items": map[string]any{"default": "item"},
		"additionalProperties": map[string]any{"default": "extra"},
	})
	for _, tt := range []struct {
		name        string
		value, want any
		defaulted   []string
	}{
		{"null is there", nil, nil, []string{}},
		{"scalar", true, true, []string{}},
		{"list", []any{nil, "a"}, []any{"item", "a"}, []string{"[0]"}},
		{"map", map[string]any{"k": nil}, map[string]any{"k": "extra"}, []string{"k"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, defaulted := fillValue(t, tt.value, s)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.defaulted, texts(defaulted))
		})
	}
}

func TestDefaultsAreCopies(t *testing.T) {
	s := schema(t, map[string]any{"properties": map[string]any{
		"a": map[string]any{"default": map[string]any{"list": []any{"x"}}},
	}})
	first, _ := fill(t, map[string]any{}, s)
	first["a"].(map[string]any)["list"].([]any)[0] = "changed"
	second, _ := fill(t, map[string]any{}, s)
	assert.Equal(t, map[string]any{"a": map[string]any{"list": []any{"x"}}}, second)
}

func TestNil(t *testing.T) {
	out, defaulted := fill(t, nil, nil)
	assert.Nil(t, out)
	assert.Nil(t, defaulted)
	assert.Nil(t, defaulting.DropNulls[map[string]any](nil, nil))
	v, _ := fillValue(t, nil, nil)
	assert.Nil(t, v)

	s := schema(t, map[string]any{"properties": map[string]any{"a": map[string]any{"default": "A"}}})
	out, _ = fill(t, nil, s)
	assert.Equal(t, map[string]any{"a": "A"}, out)
	assert.Nil(t, defaulting.DropNulls[map[string]any](nil, s))
}

func TestNoAllocations(t *testing.T) {
	s := schema(t, map[string]any{"properties": map[string]any{
		"a": map[string]any{"default": "A"},
		"l": map[string]any{"items": map[string]any{"properties": map[string]any{"b": map[string]any{"default": "B"}}}},
		"m": map[string]any{"additionalProperties": map[string]any{"properties": map[string]any{"c": map[string]any{"default": "C"}}}},
	}})
	object := map[string]any{
		"a": "x", "l": []any{map[string]any{"b": "y"}}, "m": map[string]any{"k": map[string]any{"c": "z"}},
	}
	ctx := t.Context()
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if _, defaulted := cases.Must2(defaulting.Default(ctx, defaulting.DropNulls(object, s), s)); defaulted != nil {
			t.Fatal(defaulted)
		}
	}))
}

func TestDeep(t *testing.T) {
	shape := map[string]any{"default": map[string]any{}}
	for range structural.MaxDepth/2 - 1 {
		shape = map[string]any{"default": map[string]any{}, "properties": map[string]any{"a": shape}}
	}
	got, defaulted := fill(t, map[string]any{}, schema(t, shape))
	require.Len(t, defaulted, 1)
	depth := 0
	for next, ok := got["a"].(map[string]any); ok; next, ok = next["a"].(map[string]any) {
		depth++
	}
	assert.Equal(t, structural.MaxDepth/2-1, depth)
}

// TestHostile sets defaults whose paths would take gigabytes: the first are reported, the
// same ones every time.
func TestHostile(t *testing.T) {
	const depth, width, budget = 2_000, 20_000, 4 << 20
	shape := map[string]any{"additionalProperties": map[string]any{"default": int64(1)}}
	fields := map[string]any{}
	for i := range width {
		fields[fmt.Sprintf("x%05d", i)] = nil
	}
	object := fields
	for range depth {
		shape = map[string]any{"properties": map[string]any{"a": shape}}
		object = map[string]any{"a": object}
	}
	s := schema(t, shape)
	got, defaulted := fill(t, object, s)
	charge := 17*depth + 16 + len("x00000")
	require.Len(t, defaulted, (budget+charge-1)/charge)
	for i, p := range defaulted {
		require.Equal(t, fmt.Sprintf("x%05d", i), p[depth].Name())
	}
	_, same := fill(t, object, s)
	assert.Equal(t, defaulted, same)
	_, again := fill(t, got, s)
	assert.Empty(t, again, "what is not told must be filled in all the same")
}

func schema(t testing.TB, shape map[string]any) *structural.Schema {
	s, problems := cases.FromMap(shape)
	require.Empty(t, problems.Texts())
	return s
}
