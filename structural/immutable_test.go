package structural_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// printed returns a schema as text.
func printed(t testing.TB, s *structural.Schema) string {
	t.Helper()
	text, err := json.Marshal(structural.InternalValue(s))
	require.NoError(t, err)
	return string(text)
}

// Changing what the methods of a schema return does not change the schema.
func TestAccessorsHandOutCopies(t *testing.T) {
	s := schema(t, every)
	before := printed(t, s)
	s.Default().(map[string]any)["a"] = "changed"
	s.Example().([]any)[0] = "changed"
	s.ExternalDocs().URL = "changed"
	s.Required()[0] = "changed"
	s.Enum()[1].(map[string]any)["x"].([]any)[0] = "changed"
	s.ListMapKeys()[0] = "changed"
	s.AllOf()[0], s.AnyOf()[0], s.OneOf()[0] = nil, nil, nil
	rules := s.Rules()
	*rules[0].Reason, *rules[0].OptionalOldSelf = "changed", true
	rules[0].Rule = "changed"
	assert.Equal(t, before, printed(t, s))
}

// A schema does not share the map from which it was read, nor the defaults that
// MapDefaults sets.
func TestSchemasKeepNothing(t *testing.T) {
	in := object(t, every)
	s, _ := cases.FromMap(in)
	before := printed(t, s)
	spoil(in)
	assert.Equal(t, before, printed(t, s))

	value := map[string]any{"x": []any{"y"}}
	other := structural.MapDefaults(s, func(_ func() structural.Path, old any) (any, bool) {
		spoil(old)
		return value, true
	})
	changed := printed(t, other)
	spoil(value)
	assert.Equal(t, changed, printed(t, other))
	assert.Equal(t, before, printed(t, s))
}

// spoil overwrites everything in a JSON value.
func spoil(v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			spoil(e)
			v[k] = "spoiled"
		}
	case []any:
		for i, e := range v {
			spoil(e)
			v[i] = "spoiled"
		}
	}
}

// A schema and those derived from it can be read concurrently: run with -race.
func TestSchemasAreShared(t *testing.T) {
	m, _ := generate.Wide(100)
	s, _ := cases.FromMap(map[string]any{"type": "object", "properties": map[string]any{"a": m, "b": object(t, every)}})
	before := printed(t, s)
	var readers sync.WaitGroup
	for range 8 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			structural.Check(t.Context(), s, structural.Resource)
			structural.CheckKeywords(t.Context(), s, structural.Resource, structural.WithOldSchemas(s))
			drop := structural.MapDefaults(s, func(func() structural.Path, any) (any, bool) { return nil, true })
			for _, derived := range []*structural.Schema{s, drop, s.Unfold(), s.StripNullable(), s.StripValueValidations()} {
				requireWhole(t, derived)
			}
		}()
	}
	readers.Wait()
	assert.Equal(t, before, printed(t, s))
}

// Results do not depend on the order in which Go visits maps.
func TestReadingIsDeterministic(t *testing.T) {
	for _, flavour := range []generate.Flavor{generate.Valid, generate.Nearly, generate.Hostile} {
		g := generate.New(7)
		for range 100 {
			m := g.Schema(flavour)
			s, problems := cases.FromMap(m)
			for range 3 {
				again, same := cases.FromMap(m)
				require.Equal(t, problems.Texts(), same.Texts())
				require.Equal(t, printed(t, s), printed(t, again))
				require.Equal(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts(), cases.Must(structural.Check(t.Context(), again, structural.Resource)).Texts())
				require.Equal(t, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)).Texts(), cases.Must(structural.CheckKeywords(t.Context(), again, structural.Resource)).Texts())
			}
		}
	}
}

func TestValidSchemasAreAccepted(t *testing.T) {
	g := generate.New(11, generate.WithRules())
	for range 300 {
		m := g.Schema(generate.Valid)
		s, problems := cases.FromMap(m)
		require.Empty(t, problems.Texts())
		require.Empty(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts())
		require.Empty(t, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)).Texts())
	}
}
