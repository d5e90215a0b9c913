package defaulting_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// TestProperties checks both functions on random schemas and objects, and compares them
// with simple ones.
func TestProperties(t *testing.T) {
	dropped, filled := 0, 0
	for seed := range uint64(1500) {
		g := generate.New(seed)
		shape := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(shape)
		obj := g.Object(shape, generate.Flavor(seed/3%3))
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
	full, defaulted := fill(t, clean, s)
	require.Equal(t, before, obj, "the input was written to")

	want := structural.Clone(obj)
	simplyDropNulls(want, s)
	require.Equal(t, want, clean)
	require.Equal(t, structural.Equal(clean, before), cases.Same(clean, obj), "the same map exactly if nothing was dropped")
	require.Equal(t, simplyDefault(want, s), defaulted)
	require.Equal(t, want, full)
	require.Equal(t, len(defaulted) == 0, cases.Same(full, clean), "the same map exactly if nothing was filled in")
	cases.RequireShared(t, clean, obj)
	cases.RequireShared(t, full, clean)

	require.True(t, cases.Same(defaulting.DropNulls(clean, s), clean), "idempotent")
	again, more := fill(t, full, s)
	require.Empty(t, more, "idempotent")
	require.True(t, cases.Same(again, full))
	return btoi(!cases.Same(clean, obj)), btoi(len(defaulted) > 0)
}

// simplyDropNulls drops nulls in place, by the words of the package comment.
func simplyDropNulls(v any, s *structural.Schema) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			sub, _ := s.Field(k)
			if e == nil && sub != nil && !sub.Nullable() && sub.Default() == nil {
				delete(v, k)
				continue
			}
			simplyDropNulls(e, sub)
		}
	case []any:
		for _, e := range v {
			simplyDropNulls(e, s.Items())
		}
	}
}

// simplyDefault fills in defaults in place, by the words of the package comment.
func simplyDefault(v any, s *structural.Schema) []structural.Path {
	var filled []structural.Path
	var value func(v any, s *structural.Schema, at structural.Path)
	entry := func(v any, found bool, s *structural.Schema, at structural.Path) (any, bool) {
		if d := s.Default(); d != nil && (!found || v == nil && !s.Nullable()) {
			simplyDefault(d, s)
			filled = append(filled, at)
			return d, true
		}
		value(v, s, at)
		return v, found
	}
	value = func(v any, s *structural.Schema, at structural.Path) {
		switch v := v.(type) {
		case map[string]any:
			names := maps.Clone(v)
			for name := range s.Properties() {
				names[name] = nil
			}
			for name := range names {
				sub, _ := s.Field(name)
				e, found := v[name]
				if e, found = entry(e, found, sub, at.Append(structural.Field(name))); found {
					v[name] = e
				}
			}
		case []any:
			for i, e := range v {
				v[i], _ = entry(e, true, s.Items(), at.Append(structural.Index(i)))
			}
		}
	}
	value(v, s, nil)
	slices.SortFunc(filled, structural.Path.Compare)
	return filled
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
		shape, ok := cases.FromJSON(schema)
		if !ok {
			return
		}
		s, _ := cases.FromMap(shape)
		obj, ok := cases.FromJSON(object)
		if !ok {
			obj = generate.New(uint64(len(object))).Object(shape, generate.Nearly)
		}
		holdProperties(t, obj, s)
	})
}
