package celrules_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestSuggestBounds(t *testing.T) {
	cases.Run(t, "testdata/suggest.yaml", []string{"schema", "limit", "sum", "text"}, func(t *testing.T, c cases.Case) {
		in := c.Object(t, "schema")
		fit := celrules.Fit{ExpressionLimit: uint64(c.Value("limit").(int64))}
		if c.Has("sum") {
			fit.SchemaLimit = uint64(c.Value("sum").(int64))
		}
		got, err := rulesOf(t, in).SuggestBounds(t.Context(), fit)
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "text"), got.String())
		if !got.Fits() {
			assert.Nil(t, got.Bounds)
			return
		}
		assertFits(t, in, got, fit)
	})
}

// assertFits checks that a schema with the bounds fits, and not with one more of any of them.
func assertFits(t *testing.T, in map[string]any, got celrules.Suggestion, fit celrules.Fit) {
	t.Helper()
	for _, b := range got.Bounds {
		nodeAt(in, b.Path)[b.Keyword] = b.Value
	}
	assert.True(t, fits(t, in, fit))
	for _, b := range got.Bounds {
		if b.Moved {
			continue
		}
		nodeAt(in, b.Path)[b.Keyword] = b.Value + 1
		assert.False(t, fits(t, in, fit), "%s and one more", b)
		nodeAt(in, b.Path)[b.Keyword] = b.Value
	}
}

func fits(t *testing.T, in map[string]any, fit celrules.Fit) bool {
	report := costs(rulesOf(t, in))
	return report.Total <= cmp.Or(fit.SchemaLimit, celrules.SchemaLimit) && !slices.ContainsFunc(report.Expressions, func(e celrules.ExpressionCost) bool {
		return e.Total > cmp.Or(fit.ExpressionLimit, celrules.ExpressionLimit)
	})
}

func rulesOf(t *testing.T, m map[string]any) *celrules.Rules {
	t.Helper()
	s, problems := cases.FromMap(m)
	require.Empty(t, problems)
	return celrules.Compile(s, structural.Resource)
}

func nodeAt(m map[string]any, path structural.Path) map[string]any {
	for _, step := range path {
		m = m[step.Name()].(map[string]any)
	}
	return m
}

// A suggestion for one expression leaves the others as they are.
func TestSuggestBoundsForOneExpression(t *testing.T) {
	rules := celrules.Compile(schema(`
type: object
properties: {a: {type: array, items: {type: string}}, b: {type: array, items: {type: string}}}
x-kubernetes-validations: [{rule: "self.a.all(x, x == 'a' || x == 'b')"}, {rule: "self.b.all(x, x.contains('a'))"}]
`), structural.Resource)
	expressions := costs(rules).Expressions
	got, err := rules.SuggestBounds(t.Context(), celrules.Fit{Expression: expressions[1].Path})
	require.NoError(t, err)
	assert.Equal(t, expressions[1].Total, got.Before)
	require.Len(t, got.Bounds, 1)
	assert.Equal(t, "properties[b]", got.Bounds[0].Path.String())

	got, err = rules.SuggestBounds(t.Context(), celrules.Fit{Expression: structural.Path{structural.Field("none")}})
	require.NoError(t, err)
	assert.Zero(t, got)
}

// Among very many limits, the search takes a set that needs each of its bounds, and whose
// bounds are not tiny.
func TestManyLimits(t *testing.T) {
	properties, text := map[string]any{}, "true"
	for i := range 36 {
		name := "p" + string(rune('A'+i))
		if i >= 26 {
			name = "q" + string(rune('A'+i-26))
		}
		properties[name] = map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
		text += " && self." + name + ".all(x, x.contains('abc'))"
	}
	in := map[string]any{"type": "object", "properties": properties, "x-kubernetes-validations": []any{map[string]any{"rule": text}}}
	got, err := rulesOf(t, in).SuggestBounds(t.Context(), celrules.Fit{})
	require.NoError(t, err)
	assert.Less(t, len(got.Bounds), 80)
	for _, b := range got.Bounds {
		assert.GreaterOrEqual(t, b.Value, int64(64), b)
	}
	assertFits(t, in, got, celrules.Fit{})
}
