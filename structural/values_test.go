package structural_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// object decodes a YAML object.
func object(t testing.TB, yaml string) map[string]any {
	t.Helper()
	doc, err := decode.YAML(context.Background(), []byte(yaml))
	require.NoError(t, err)
	m, err := doc.Object()
	require.NoError(t, err)
	return m
}

// every is a schema with all keywords that Kubernetes supports. None of them has the value
// of an absent one.
const every = `
type: object
format: date
title: a title
description: a description
default: {a: 1}
example: [1]
externalDocs: {url: u, description: d}
nullable: true
maximum: 9
exclusiveMaximum: true
minimum: 1.5
exclusiveMinimum: true
multipleOf: 0.5
maxLength: 8
minLength: 2
pattern: ^p
maxItems: 7
minItems: 3
uniqueItems: true
maxProperties: 6
minProperties: 4
required: [b, a]
enum: [null, {x: [1]}]
items: {type: string, maxLength: 1}
properties: {b: {type: string}, a: {type: integer, default: 5}}
additionalProperties: {type: boolean}
allOf: [{pattern: all}]
anyOf: [{pattern: any}]
oneOf: [{pattern: one}]
not: {pattern: none}
x-kubernetes-preserve-unknown-fields: true
x-kubernetes-embedded-resource: true
x-kubernetes-int-or-string: true
x-kubernetes-list-type: map
x-kubernetes-list-map-keys: [b, a]
x-kubernetes-map-type: atomic
x-kubernetes-validations:
- {rule: r, message: m, messageExpression: e, fieldPath: .f, reason: FieldValueInvalid, optionalOldSelf: false}
`

func TestEveryKeyword(t *testing.T) {
	s := schema(t, every)
	assert.Equal(t, structural.Object, s.Type())
	assert.Equal(t, "object", s.TypeName())
	assert.Equal(t, "date", s.Format())
	assert.Equal(t, "a title", s.Title())
	assert.Equal(t, "a description", s.Description())
	assert.Equal(t, map[string]any{"a": int64(1)}, s.Default())
	assert.Equal(t, []any{int64(1)}, s.Example())
	assert.Equal(t, &structural.ExternalDocs{Description: "d", URL: "u"}, s.ExternalDocs())
	assert.Equal(t, "^p", s.Pattern())
	assert.Equal(t, []string{"b", "a"}, s.Required())
	assert.Equal(t, []any{nil, map[string]any{"x": []any{int64(1)}}}, s.Enum())
	assert.Equal(t, structural.String, s.Items().Type())
	assert.Equal(t, structural.Boolean, s.AdditionalProperties().Type())
	assert.Equal(t, []string{"b", "a"}, s.ListMapKeys())
	for what, holds := range map[string]bool{
		"nullable": s.Nullable(), "uniqueItems": s.UniqueItems(), "default": s.HasDefault(),
		"preserve": s.PreservesUnknownFields(), "embedded": s.EmbeddedResource(), "intOrString": s.IntOrString(),
		"allows": s.AllowsAdditional(), "extensions": s.UsesExtensions(), "fields": s.Holds(facts.Fields),
		"defaults": s.Holds(facts.Defaults), "rules": s.Holds(facts.Rules), "listTypes": s.Holds(facts.ListTypes), "resources": s.Holds(facts.EmbeddedResources),
	} {
		assert.True(t, holds, what)
	}
	assert.False(t, s.DeniesAdditional())
}

func TestEveryBound(t *testing.T) {
	s := schema(t, every)
	limit, exclusive, ok := s.Maximum()
	assert.Equal(t, []any{9.0, true, true}, []any{limit, exclusive, ok})
	limit, exclusive, ok = s.Minimum()
	assert.Equal(t, []any{1.5, true, true}, []any{limit, exclusive, ok})
	factor, ok := s.MultipleOf()
	assert.Equal(t, []any{0.5, true}, []any{factor, ok})
	for want, get := range map[int64]func() (int64, bool){
		8: s.MaxLength, 2: s.MinLength, 7: s.MaxItems, 3: s.MinItems, 6: s.MaxProperties, 4: s.MinProperties,
	} {
		got, ok := get()
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
}

func TestEveryBranchAndExtension(t *testing.T) {
	s := schema(t, every)
	assert.Equal(t, "all", s.AllOf()[0].Pattern())
	assert.Equal(t, "any", s.AnyOf()[0].Pattern())
	assert.Equal(t, "one", s.OneOf()[0].Pattern())
	assert.Equal(t, "none", s.Not().Pattern())
	listType, ok := s.ListType()
	assert.Equal(t, []any{"map", true}, []any{listType, ok})
	mapType, ok := s.MapType()
	assert.Equal(t, []any{"atomic", true}, []any{mapType, ok})
	reason, optional := "FieldValueInvalid", false
	assert.Equal(t, []structural.Rule{{
		Rule: "r", Message: "m", MessageExpression: "e", FieldPath: ".f", Reason: &reason, OptionalOldSelf: &optional,
	}}, s.Rules())
}

func TestDocumentationIsLeftOut(t *testing.T) {
	s, problems := cases.FromMap(object(t, every), structural.WithoutDocumentation())
	require.Empty(t, problems)
	assert.Empty(t, s.Description())
	assert.Empty(t, s.Title())
	assert.Nil(t, s.Example())
	assert.Nil(t, s.ExternalDocs())
	assert.Equal(t, "date", s.Format(), "a format is no documentation")
}

func TestTypes(t *testing.T) {
	for name, want := range map[string]structural.Type{
		"": structural.NoType, "array": structural.Array, "boolean": structural.Boolean, "integer": structural.Integer,
		"number": structural.Number, "object": structural.Object, "string": structural.String,
		"null": structural.OtherType, "Object": structural.OtherType,
	} {
		s, _ := cases.FromMap(map[string]any{"type": name})
		assert.Equal(t, want, s.Type(), name)
		assert.Equal(t, name, s.TypeName())
	}
}

func TestFieldIsGoverned(t *testing.T) {
	text, flag := structural.String, structural.Boolean
	for _, tt := range []struct {
		schema string
		field  string
		source structural.FieldSource
		typ    structural.Type
	}{
		{every, "b", structural.FromProperties, text},
		{every, "c", structural.FromAdditional, flag},
		{`{additionalProperties: true}`, "a", structural.FromAdditional, structural.NoType},
		{`{additionalProperties: false}`, "a", structural.FromAdditional, structural.NoType},
		{`{properties: {a: {type: string}}}`, "b", structural.Undeclared, structural.NoType},
		{`{properties: {"": {type: string}}}`, "", structural.FromProperties, text},
		{`{}`, "", structural.Undeclared, structural.NoType},
	} {
		s, source := schema(t, tt.schema).Field(tt.field)
		assert.Equal(t, tt.source, source, tt.schema)
		assert.Equal(t, tt.typ, s.Type(), tt.schema)
	}
}

// The way of a lookup depends on the number of properties.
func TestPropertiesOfAnyNumber(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 8, 9, 100, 5000, 40000} {
		properties := map[string]any{}
		for i := range n {
			properties[name(i)] = map[string]any{"maxLength": int64(i)}
		}
		s, problems := cases.FromMap(map[string]any{"properties": properties})
		require.Empty(t, problems)
		require.Equal(t, n, s.NumProperties())
		var names []string
		for name, p := range s.Properties() {
			names = append(names, name)
			require.Same(t, p, s.Property(name))
		}
		require.True(t, slices.IsSorted(names))
		require.Len(t, names, n)
		for i := range n {
			limit, _ := s.Property(name(i)).MaxLength()
			require.EqualValues(t, i, limit)
		}
		for _, absent := range []string{"", "x", name(n), name(n) + "x"} {
			require.Nil(t, s.Property(absent))
		}
	}
}

// name returns names that differ only in letters that are not hashed.
func name(i int) string {
	digits := []byte("propxxxxyyyyyyyyyyy")
	for at := 4; i > 0; at++ {
		digits[at] = "abcdefghij"[i%10]
		i /= 10
	}
	return string(digits)
}

func TestDefaultedProperties(t *testing.T) {
	s := schema(t, `
properties:
  c: {default: 1}
  a: {properties: {x: {items: {additionalProperties: {default: 1}}}}}
  b: {allOf: [{default: 1}]}
`)
	names := defaultedOf(s)
	assert.Equal(t, []string{"a", "c"}, names)
	for i, name := range names {
		_, p, _ := s.Defaulted(i)
		require.Same(t, s.Property(name), p)
	}
}

func TestSchemas(t *testing.T) {
	s, _ := cases.FromMap(object(t, `
type: root
items: {type: items}
properties: {b: {type: b}, a: {type: a, not: {type: not}}}
additionalProperties: {type: additional}
allOf: [{type: allOf}]
anyOf: [{type: anyOf, items: [{type: listed}]}]
oneOf: [{type: oneOf}]
patternProperties: {a: {type: pattern}}
definitions: {a: {type: definition}}
dependencies: {a: {type: dependency}, b: [x]}
additionalItems: {type: more}
`))
	var types []string
	for node := range s.Schemas() {
		types = append(types, node.TypeName())
	}
	want := []string{"root", "items", "additional", "a", "not", "b", "allOf", "anyOf", "listed", "oneOf", "more", "dependency", "pattern", "definition"}
	assert.Equal(t, want, types)
	for n := range want {
		seen := 0
		for range s.Schemas() {
			if seen++; seen > n {
				break
			}
		}
		assert.Equal(t, n+1, seen, "stopping early")
	}
}

func TestUsesExtensions(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`: false,
		`{definitions: {a: {x-kubernetes-list-type: set}}}`:                        true,
		`{not: {x-kubernetes-embedded-resource: true}}`:                            true,
		`{x-kubernetes-preserve-unknown-fields: false}`:                            true,
		`{x-kubernetes-int-or-string: false, x-kubernetes-list-map-keys: []}`:      false,
		`{x-kubernetes-map-type: atomic, x-kubernetes-validations: []}`:            false,
		`{additionalProperties: {x-kubernetes-validations: [{rule: "true"}]}}`:     true,
		`{patternProperties: {a: {items: [{x-kubernetes-list-map-keys: [a]}]}}}`:   true,
		`{properties: {a: {type: object, anyOf: [{x-kubernetes-list-type: ""}]}}}`: true,
	} {
		s, _ := cases.FromMap(object(t, text))
		assert.Equal(t, want, s.UsesExtensions(), text)
	}
}

func TestNumbersOfBounds(t *testing.T) {
	for _, n := range []any{3, int8(3), int32(3), int64(3), uint(3), float32(3), 3.0} {
		s, problems := cases.FromMap(map[string]any{"maximum": n})
		require.Empty(t, problems)
		limit, _, _ := s.Maximum()
		assert.Equal(t, 3.0, limit, "%T", n)
	}
	_, problems := cases.FromMap(map[string]any{"maxLength": 3.0})
	assert.Equal(t, []string{"maxLength: json: cannot unmarshal number 3 into Go value of type int64"}, problems.Texts())
	_, problems = cases.FromMap(map[string]any{"maximum": math.NaN()})
	assert.Equal(t, []string{"maximum: not a JSON value: the number NaN"}, problems.Texts())
}
