package validation_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// The properties that hold for every schema and every two values.

func TestGenerated(t *testing.T) {
	invalid, ratcheting := 0, 0
	for seed := range uint64(600) {
		g := generate.New(seed)
		flavour := generate.Flavor(seed % 3)
		m := g.Schema(flavour)
		s, _ := cases.FromMap(m)
		v := compile(s)
		for _, objects := range []generate.Flavor{generate.Valid, generate.Nearly, generate.Hostile} {
			old := g.Object(m, objects)
			obj := g.Mutate(old, int(seed%4))
			errs, ratcheted := holdProperties(t, v, obj, old)
			if flavour == generate.Valid && objects == generate.Valid {
				assert.LessOrEqual(t, len(v.Validate(old)), 3, "seed %d", seed) // about valid
			}
			if len(errs) > 0 {
				invalid++
			}
			if len(ratcheted) > 0 {
				ratcheting++
			}
		}
	}
	assert.Greater(t, invalid, 300)
	assert.Greater(t, ratcheting, 100)
}

func holdProperties(t *testing.T, v unlimited, obj, old any) (errs, ratcheted structural.Errors) {
	objBefore, oldBefore := structural.Clone(obj), structural.Clone(old)
	all := v.Validate(obj)
	require.Equal(t, v.Valid(obj), len(all) == 0)
	require.Equal(t, describe(all), describe(v.Validate(obj)), "answers differ")

	errs, ratcheted = v.ValidateUpdate(obj, old)
	assertPartition(t, all, errs, ratcheted)
	if len(errs) > 0 {
		require.NotEmpty(t, all)
	}

	unrelated, none := v.ValidateUpdate(obj, "nothing of the kind")
	if _, scalar := obj.(string); !scalar {
		require.Empty(t, none)
		require.Equal(t, describe(all), describe(unrelated), "as on create")
	}
	require.True(t, structural.Equal(objBefore, obj), "new value was written to")
	require.True(t, structural.Equal(oldBefore, old), "old value was written to")
	return errs, ratcheted
}

// assertPartition checks that the errors of an update and the tolerated ones are the errors
// of creation.
func assertPartition(t *testing.T, all, errs, ratcheted structural.Errors) {
	want := describe(all)
	got := append(describe(errs), describe(ratcheted)...)
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, slices.Compact(want), slices.Compact(got))
}

func describe(errs structural.Errors) []string {
	out := make([]string, len(errs))
	for i, err := range errs {
		out[i] = fmt.Sprint(err.Path, " ", err.Kind, " ", err)
	}
	return out
}

func TestUnchangedUpdate(t *testing.T) {
	for seed := range uint64(300) {
		g := generate.New(seed)
		m := g.Schema(generate.Valid)
		s, _ := cases.FromMap(m)
		v := compile(s)
		obj := g.Object(m, generate.Nearly)
		errs, _ := v.ValidateUpdate(obj, structural.Clone(obj))
		for _, err := range errs {
			require.True(t, holdsUnknown(s, obj), "seed %d: %v", seed, err)
		}
	}
}

// holdsUnknown reports whether v has a part without a schema: it counts as changed.
func holdsUnknown(s *structural.Schema, v any) bool {
	listType, _ := s.ListType()
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			if field, _ := s.Field(name); field == nil || holdsUnknown(field, e) {
				return true
			}
		}
	case []any:
		if listType != "map" {
			return false
		}
		for _, e := range v {
			if _, isObject := e.(map[string]any); !isObject || holdsUnknown(s.Items(), e) {
				return true
			}
			for _, key := range s.ListMapKeys() {
				switch e.(map[string]any)[key].(type) {
				case bool, int64, float64, string:
				default:
					return true
				}
			}
		}
	}
	return false
}

func TestProperty(t *testing.T) {
	for seed := range uint64(200) {
		g := generate.New(seed)
		m := g.Schema(generate.Nearly)
		s, _ := cases.FromMap(m)
		v := compile(s)
		obj := g.Object(m, generate.Nearly)
		for name, part := range s.Properties() {
			below, ok := v.Property(name)
			require.True(t, ok)
			alone := compile(part).At(structural.Path{structural.Field(name)})
			require.Equal(t, describe(alone.Validate(obj[name])), describe(below.Validate(obj[name])))
		}
		_, ok := v.Property("no such property")
		require.False(t, ok)
	}
}
