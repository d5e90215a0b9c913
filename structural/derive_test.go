package structural_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

func TestUnfold(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"no junctors": {
			`{x-kubernetes-int-or-string: true}`,
			`{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}`,
		},
		"an anyOf of its own": {
			`{x-kubernetes-int-or-string: true, anyOf: [{minimum: 1}], maxLength: 2}`,
			`{x-kubernetes-int-or-string: true, anyOf: [{minimum: 1}], maxLength: 2, allOf: [{anyOf: [{type: integer}, {type: string}]}]}`,
		},
		"an allOf before": {
			`{x-kubernetes-int-or-string: true, anyOf: [{minimum: 1}], allOf: [{pattern: x}]}`,
			`{x-kubernetes-int-or-string: true, anyOf: [{minimum: 1}], allOf: [{anyOf: [{type: integer}, {type: string}]}, {pattern: x}]}`,
		},
		"everywhere but in branches": {
			`{properties: {a: {items: {additionalProperties: {x-kubernetes-int-or-string: true}}}}, not: {x-kubernetes-int-or-string: true}}`,
			`{properties: {a: {items: {additionalProperties: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}}}}, not: {x-kubernetes-int-or-string: true}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := schema(t, tt.in)
			out := s.Unfold()
			assert.Equal(t, printed(t, schema(t, tt.want)), printed(t, out))
			assert.Equal(t, printed(t, schema(t, tt.in)), printed(t, s), "the schema was written to")
			assert.Same(t, out, out.Unfold(), "unfolded twice")
		})
	}
}

func TestUnfoldLeavesWhatIsUnfolded(t *testing.T) {
	for _, text := range []string{
		`{type: string}`,
		`{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}`,
		`{x-kubernetes-int-or-string: true, anyOf: [{minimum: 1}], allOf: [{anyOf: [{type: integer}, {type: string}], maximum: 2}]}`,
	} {
		s := schema(t, text)
		assert.Same(t, s, s.Unfold(), text)
	}
}

func TestStripValueValidations(t *testing.T) {
	s := schema(t, every)
	out := s.StripValueValidations()
	assert.Equal(t, printed(t, schema(t, `
type: object
title: a title
description: a description
default: {a: 1}
example: [1]
externalDocs: {url: u, description: d}
nullable: true
items: {type: string}
properties: {b: {type: string}, a: {type: integer, default: 5}}
additionalProperties: {type: boolean}
x-kubernetes-preserve-unknown-fields: true
x-kubernetes-embedded-resource: true
x-kubernetes-int-or-string: true
x-kubernetes-list-type: map
x-kubernetes-list-map-keys: [b, a]
x-kubernetes-map-type: atomic
x-kubernetes-validations:
- {rule: r, message: m, messageExpression: e, fieldPath: .f, reason: FieldValueInvalid, optionalOldSelf: false}
`)), printed(t, out))
	assert.Same(t, out, out.StripValueValidations())
	assert.Same(t, s.Property("a"), out.Property("a"), "untouched nodes are shared")
	assert.Same(t, s.AdditionalProperties(), out.AdditionalProperties(), "untouched nodes are shared")
}

func TestStripNullable(t *testing.T) {
	s := schema(t, `{nullable: true, properties: {a: {items: {nullable: true}}, b: {type: string}}, anyOf: [{nullable: true}]}`)
	out := s.StripNullable()
	assert.Equal(t, printed(t, schema(t, `{properties: {a: {items: {}}, b: {type: string}}, anyOf: [{nullable: true}]}`)), printed(t, out))
	assert.Same(t, out, out.StripNullable())
	assert.Same(t, s.Property("b"), out.Property("b"), "untouched nodes are shared")
}

func TestMapDefaultsVisits(t *testing.T) {
	s := schema(t, `
default: root
additionalProperties: {default: additional, items: {default: items}}
items: {default: other items}
properties:
  b: {properties: {c: {default: c}}}
  a: {default: a, additionalProperties: {default: under a}}
  n: {default: null}
allOf: [{default: none}]
`)
	var at []string
	structural.MapDefaults(s, func(path func() structural.Path, value any) (any, bool) {
		at = append(at, path().String()+" "+value.(string))
		return nil, false
	})
	assert.Equal(t, []string{
		"<nil> root", "[*] additional", "[*][0] items", "[0] other items",
		"a a", "a[*] under a", "b.c c",
	}, at)
}

func TestMapDefaultsReplaces(t *testing.T) {
	s := schema(t, `{properties: {a: {default: 1}, b: {items: {default: 2}}, c: {default: 3}, d: {type: string}}}`)
	out := structural.MapDefaults(s, func(_ func() structural.Path, value any) (any, bool) {
		switch value {
		case int64(1):
			return nil, true
		case int64(2):
			return []any{"new"}, true
		default:
			return "ignored", false
		}
	})
	assert.Equal(t, printed(t, schema(t, `{properties: {a: {}, b: {items: {default: [new]}}, c: {default: 3}, d: {type: string}}}`)), printed(t, out))
	assert.False(t, out.Property("a").HasDefault())
	assert.False(t, out.Property("a").Holds(facts.Defaults), "what is below a node is counted anew")
	assert.Len(t, defaultedOf(out), 2)
	assert.Same(t, s.Property("c"), out.Property("c"), "untouched nodes are shared")
	assert.Same(t, s.Property("d"), out.Property("d"), "untouched nodes are shared")
	assert.Len(t, defaultedOf(s), 3, "the schema was written to")
}

func TestMapDefaultsKeepsWhatDoesNotChange(t *testing.T) {
	s := schema(t, every)
	keep := func(func() structural.Path, any) (any, bool) { return nil, false }
	assert.Same(t, s, structural.MapDefaults(s, keep))
}

// Lookups and facts of derived schemas agree with the lookups and facts of a schema that is
// read again.
func TestDerivedSchemasAreWhole(t *testing.T) {
	g := generate.New(3, generate.WithNodes(60))
	for range 200 {
		s, _ := cases.FromMap(g.Schema(generate.Nearly))
		before := printed(t, s)
		drop := structural.MapDefaults(s, func(path func() structural.Path, _ any) (any, bool) { return nil, len(path())%2 == 0 })
		for _, derived := range []*structural.Schema{s.Unfold(), s.StripNullable(), s.StripValueValidations(), drop} {
			requireWhole(t, derived)
		}
		require.Equal(t, before, printed(t, s), "the schema was written to")
	}
}

func requireWhole(t *testing.T, s *structural.Schema) {
	defaults, defaulted := s.HasDefault(), 0
	for name, p := range s.Properties() {
		requireWhole(t, p)
		require.Same(t, p, s.Property(name))
		if p.Holds(facts.Defaults) {
			defaults = true
			defaulted++
		}
	}
	for _, child := range []*structural.Schema{s.Items(), s.AdditionalProperties()} {
		if child != nil {
			requireWhole(t, child)
			defaults = defaults || child.Holds(facts.Defaults)
		}
	}
	require.Equal(t, defaults, s.Holds(facts.Defaults))
	require.Len(t, defaultedOf(s), defaulted)
}

// defaultedOf returns the names of the properties with defaults.
func defaultedOf(s *structural.Schema) (names []string) {
	for i := 0; ; i++ {
		name, _, ok := s.Defaulted(i)
		if !ok {
			return names
		}
		names = append(names, name)
	}
}
