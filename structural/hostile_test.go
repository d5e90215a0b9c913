package structural_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// below returns a schema wrapped n times into the same keywords.
func below(n int, schema map[string]any, wrap func(inner map[string]any) map[string]any) map[string]any {
	for range n {
		schema = wrap(schema)
	}
	return schema
}

var wraps = map[string]struct {
	depth int // number of JSON levels that one wrap adds
	wrap  func(map[string]any) map[string]any
}{
	"items": {1, func(s map[string]any) map[string]any { return map[string]any{"type": "array", "items": s} }},
	"additionalProperties": {1, func(s map[string]any) map[string]any {
		return map[string]any{"type": "object", "additionalProperties": s}
	}},
	"properties": {2, func(s map[string]any) map[string]any {
		return map[string]any{"type": "object", "properties": map[string]any{"a": s}}
	}},
	"not":       {1, func(s map[string]any) map[string]any { return map[string]any{"not": s} }},
	"allOf":     {2, func(s map[string]any) map[string]any { return map[string]any{"allOf": []any{s}} }},
	"itemsList": {2, func(s map[string]any) map[string]any { return map[string]any{"items": []any{s}} }},
	"definitions": {2, func(s map[string]any) map[string]any {
		return map[string]any{"definitions": map[string]any{"a": s}}
	}},
	"patternProperties": {2, func(s map[string]any) map[string]any {
		return map[string]any{"patternProperties": map[string]any{"a": s}}
	}},
	"additionalItems": {1, func(s map[string]any) map[string]any { return map[string]any{"additionalItems": s} }},
	"dependencies": {2, func(s map[string]any) map[string]any {
		return map[string]any{"dependencies": map[string]any{"a": s}}
	}},
	// A wrong node on every level, beside the chain.
	"comb": {2, func(s map[string]any) map[string]any {
		return map[string]any{"properties": map[string]any{"a": s, "b": map[string]any{}}, "type": "foo", "uniqueItems": true, "x": 1}
	}},
	"keys": {1, func(s map[string]any) map[string]any {
		return map[string]any{"items": []any{}, "x-kubernetes-list-type": "map", "not": s}
	}},
	"branches": {2, func(s map[string]any) map[string]any {
		return map[string]any{"anyOf": []any{s}, "properties": map[string]any{"a": map[string]any{}}, "description": "x"}
	}},
}

// Schemas of the maximal depth are read, checked, derived and printed in linear
// time.
func TestDeepSchemas(t *testing.T) {
	for name, w := range wraps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := below((structural.MaxDepth-2)/w.depth, map[string]any{"type": "string", "pattern": "("}, w.wrap)
			s, problems := cases.FromMap(m)
			require.NotNil(t, s)
			all := [][]string{problems.Texts(), cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts(), cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource, structural.WithOldSchemas(s))).Texts()}
			for _, texts := range all {
				size := 0
				for _, text := range texts {
					size += len(text)
				}
				assert.Less(t, size, 128<<20)
			}
			s.Unfold().StripNullable().StripValueValidations()
			structural.MapDefaults(s, func(func() structural.Path, any) (any, bool) { return nil, true })
			e := structural.Error{Kind: field.Invalid, Value: structural.InternalValue(s)}
			assert.Contains(t, e.Error(), `"XValidations":null`)
		})
	}
}

// A list of schemas of any depth is printed completely.
func TestDeepListOfSchemas(t *testing.T) {
	deep := below(structural.MaxDepth-10, map[string]any{}, wraps["items"].wrap)
	s, _ := cases.FromMap(map[string]any{
		"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}, "items": []any{deep},
	})
	es := cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource))
	require.Len(t, es, 2)
	text := es[1].Error()
	assert.Equal(t, structural.MaxDepth-10, strings.Count(text, `"Type":"array"`))
	assert.True(t, strings.HasPrefix(text, `items: Invalid value: {"Schema":null,"JSONSchemas":[{"ID":"",`), text[:80])
}

func TestTooDeepSchemas(t *testing.T) {
	m := below(structural.MaxDepth, map[string]any{}, wraps["not"].wrap)
	s, problems := cases.FromMap(m)
	assert.Nil(t, s)
	assert.Equal(t, []string{"<nil>: not a JSON value: nested deeper than 10000 levels, or cyclic"}, problems.Texts())
}

func TestCyclicSchemas(t *testing.T) {
	wide := map[string]any{}
	for i := range 300 {
		wide[fmt.Sprint("a", i)] = map[string]any{"properties": wide}
	}
	s, problems := cases.FromMap(map[string]any{"properties": wide})
	assert.Nil(t, s)
	require.Len(t, problems, 1)
	assert.Equal(t, field.Undecodable, problems[0].Kind)
	m := map[string]any{}
	m["not"] = m
	s, problems = cases.FromMap(m)
	assert.Nil(t, s)
	require.Len(t, problems, 1)
	assert.Equal(t, field.Undecodable, problems[0].Kind)
}

// Chains that differ only in their ends are compared node by node, without the
// nodes below.
func TestChainsThatLookAlike(t *testing.T) {
	for name, w := range wraps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chains := map[string]any{}
			for i := range 6 {
				leaf := map[string]any{"type": "string", "description": fmt.Sprintf("aaaaaaaa%dbbbbbbbb", i)}
				chains[fmt.Sprint("a", i)] = below(4000, leaf, w.wrap)
			}
			s, _ := cases.FromMap(map[string]any{"type": "object", "properties": chains})
			assert.NotSame(t, s.Property("a0"), s.Property("a1"))
		})
	}
}

// The errors of a result are bounded by their texts and paths, and the same ones are listed
// every time.
func TestErrorsAreBounded(t *testing.T) {
	deep := below(2000, map[string]any{}, wraps["comb"].wrap)
	s, problems := cases.FromMap(deep)
	assertCutShort(t, problems)
	assertCutShort(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)))
	assertCutShort(t, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)))
	_, again := cases.FromMap(deep)
	require.Len(t, again, len(problems))
	for i, e := range problems {
		require.True(t, e.Path.Compare(again[i].Path) == 0 && e.Kind == again[i].Kind)
	}
}

func assertCutShort(t *testing.T, es structural.Errors) {
	t.Helper()
	require.Greater(t, len(es), 20)
	last := es[len(es)-1]
	assert.Equal(t, field.Internal, last.Kind)
	assert.Regexp(t, `^[0-9]+ more errors are not listed$`, last.Error())
}

// A long name is not repeated in a hundred thousand errors.
func TestLongNamesInErrors(t *testing.T) {
	properties := map[string]any{}
	for i := range 100_000 {
		properties[fmt.Sprint(i)] = map[string]any{}
	}
	long := strings.Repeat("a", 1<<20)
	inner := map[string]any{"properties": map[string]any{long: map[string]any{"properties": properties}}}
	s, problems := cases.FromMap(map[string]any{"type": "object", "properties": map[string]any{"a": inner}, "not": map[string]any{"properties": map[string]any{"a": inner, "b": inner}}})
	assert.Empty(t, problems)
	es := cases.Must(structural.Check(t.Context(), s, structural.Resource))
	assert.Equal(t, field.Internal, es[len(es)-1].Kind)
	size := 0
	for _, e := range es {
		size += len(e.Error())
	}
	assert.Less(t, size, 128<<20)
}

// Many undeclared keys print the same long list each.
func TestManyKeys(t *testing.T) {
	keys := make([]any, 100_000)
	for i := range keys {
		keys[i] = fmt.Sprint("key", i%50_000)
	}
	s, _ := cases.FromMap(map[string]any{
		"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
		"items": map[string]any{"type": "object", "required": keys},
	})
	es := cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource))
	assert.Equal(t, field.Internal, es[len(es)-1].Kind)
	for _, e := range es[:len(es)-1] {
		require.Equal(t, field.Invalid, e.Kind)
	}
}

func TestCheckingSoundSchemasBuildsNothing(t *testing.T) {
	s := schema(t, `
type: object
properties:
  a: {type: array, items: {type: string, maxLength: 3, nullable: true, default: x}}
  b: {type: object, additionalProperties: {type: object, properties: {c: {x-kubernetes-int-or-string: true}}}}
  metadata: {type: object, properties: {name: {type: string, maxLength: 10}}}
anyOf: [{required: [a]}, {properties: {b: {minProperties: 1}}}]
`)
	// The path of the walk, and a second one in the branches of the root.
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { structural.Check(t.Context(), s, structural.Resource) }), 5.0)
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { structural.CheckKeywords(t.Context(), s, structural.Resource) }), 3.0)
}
