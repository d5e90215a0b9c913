package defaulting_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// TestProperties holds both functions to their promises on random schemas and
// objects of every flavour, and to obvious ones that copy and write.
func TestProperties(t *testing.T) {
	dropped, filled := 0, 0
	for seed := range uint64(1500) {
		g := generate.New(seed)
		shape := g.Schema(generate.Flavour(seed % 3))
		s, _ := structural.FromMap(shape)
		obj := g.Object(shape, generate.Flavour(seed/3%3))
		if seed%2 == 0 {
			obj = g.Undefault(obj, shape)
		}
		d, f := holdProperties(t, obj, s)
		dropped, filled = dropped+d, filled+f
	}
	assert.Greater(t, dropped, 150, "the generator must give nulls to drop")
	assert.Greater(t, filled, 150, "and defaults to fill in")
}

func holdProperties(t *testing.T, obj map[string]any, s *structural.Schema) (dropped, filled int) {
	before := structural.Clone(obj)
	clean := defaulting.DropNulls(obj, s)
	full, defaulted := defaulting.Default(clean, s)
	require.Equal(t, before, obj, "the input was written to")

	want := structural.Clone(obj)
	obviouslyDropNulls(want, s)
	require.Equal(t, want, clean)
	require.Equal(t, structural.Equal(clean, before), same(clean, obj), "the same map exactly if nothing was dropped")
	obviouslyDefault(want, s)
	require.Equal(t, want, full)
	require.Equal(t, len(defaulted) == 0, same(full, clean), "the same map exactly if nothing was filled in")

	require.True(t, same(defaulting.DropNulls(clean, s), clean), "idempotent")
	again, more := defaulting.Default(full, s)
	require.Empty(t, more, "idempotent")
	require.True(t, same(again, full))
	for _, p := range defaulted {
		require.True(t, there(full, p), "%v", p)
	}
	return btoi(!same(clean, obj)), btoi(len(defaulted) > 0)
}

// obviouslyDropNulls drops in place, by the words of the package comment.
func obviouslyDropNulls(v any, s *structural.Schema) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			sub, _ := s.Field(k)
			if e == nil && sub != nil && !sub.Nullable() && sub.Default() == nil {
				delete(v, k)
				continue
			}
			obviouslyDropNulls(e, sub)
		}
	case []any:
		for _, e := range v {
			obviouslyDropNulls(e, s.Items())
		}
	}
}

// obviouslyDefault fills in in place, by the words of the package comment.
func obviouslyDefault(v any, s *structural.Schema) {
	replace := func(v any, found bool, s *structural.Schema) (any, bool) {
		if d := s.Default(); d != nil && (!found || v == nil && !s.Nullable()) {
			return d, true
		}
		return v, found
	}
	switch v := v.(type) {
	case map[string]any:
		for name, sub := range s.Properties() {
			e, found := v[name]
			if e, found = replace(e, found, sub); found {
				v[name] = e
			}
		}
		for k, e := range v {
			sub, by := s.Field(k)
			if by == structural.Additional {
				v[k], _ = replace(e, true, sub)
			}
			obviouslyDefault(v[k], sub)
		}
	case []any:
		for i, e := range v {
			v[i], _ = replace(e, true, s.Items())
			obviouslyDefault(v[i], s.Items())
		}
	}
}

func there(v any, path structural.Path) bool {
	for _, step := range path {
		switch t := v.(type) {
		case map[string]any:
			e, found := t[step.Name()]
			if !found {
				return false
			}
			v = e
		case []any:
			if step.Index() >= len(t) {
				return false
			}
			v = t[step.Index()]
		default:
			return false
		}
	}
	return true
}

func same(a, b map[string]any) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func FuzzDefault(f *testing.F) {
	f.Add([]byte(`{"properties":{"a":{"default":{"b":null},"properties":{"b":{"default":1}}}}}`), []byte(`{"a":null}`))
	f.Add([]byte(`{"additionalProperties":{"default":1,"nullable":true}}`), []byte(`{"a":null}`))
	f.Add([]byte(`{"properties":{"l":{"items":{"default":[null],"items":{"default":2}}}}}`), []byte(`{"l":[null,[null]]}`))
	f.Fuzz(func(t *testing.T, schema, object []byte) {
		shape, ok := decoded(schema)
		if !ok {
			return
		}
		s, _ := structural.FromMap(shape)
		obj, ok := decoded(object)
		if !ok {
			obj = generate.New(uint64(len(object))).Object(shape, generate.Nearly)
		}
		holdProperties(t, obj, s)
	})
}

func decoded(text []byte) (map[string]any, bool) {
	doc, err := decode.JSON(text)
	if err != nil {
		return nil, false
	}
	obj, err := doc.Object()
	return obj, err == nil
}
