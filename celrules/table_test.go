package celrules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestEstimates(t *testing.T) {
	cases.Run(t, "testdata/estimates.yaml", []string{"schema", "rule", "cost", "times"}, func(t *testing.T, c cases.Case) {
		node := c.Object(t, "schema")
		node["x-kubernetes-validations"] = []any{map[string]any{"rule": c.Text(t, "rule")}}
		s, problems := structural.FromMap(map[string]any{"type": "object", "properties": map[string]any{
			"one":  node,
			"many": map[string]any{"type": "array", "items": node},
		}})
		require.Empty(t, problems)
		got := celrules.Compile(s).Cost().Expressions
		require.Len(t, got, 2)
		many, one := got[0], got[1]
		assert.EqualValues(t, c.Value("cost"), one.Cost)
		assert.EqualValues(t, 1, one.Times)
		assert.Equal(t, one.Cost, many.Cost)
		assert.True(t, many.Unbounded)
		if c.Has("times") {
			assert.EqualValues(t, c.Value("times"), many.Times)
		}
		assert.Equal(t, many.Cost*many.Times, many.Total)
	})
}

// Every case states all that Form and Check say about the rules of a schema,
// in order.
func TestCheck(t *testing.T) {
	for _, file := range []string{"form", "check", "types", "limits"} {
		t.Run(file, func(t *testing.T) {
			keys := []string{"schema", "old", "options", "minor", "form", "errors"}
			cases.Run(t, "testdata/"+file+".yaml", keys, checkCase)
		})
	}
}

func checkCase(t *testing.T, c cases.Case) {
	in := c.Object(t, "schema")
	before := structural.Clone(in)
	s, _ := structural.FromMap(in)
	form := structural.CheckKeywords(s, structural.WithSchemaCheck(celrules.Form))
	assert.Equal(t, c.Texts(t, "form"), form.Texts(), "form")

	minor := 37
	if v, ok := c.Value("minor").(int64); ok {
		minor = int(v)
	}
	opts := []celrules.CheckOption{celrules.Beside(form)}
	if c.Has("old") {
		old, _ := structural.FromMap(c.Object(t, "old"))
		opts = append(opts, celrules.Replacing(old))
	}
	for _, o := range c.Texts(t, "options") {
		require.Equal(t, "unchanged", o)
		opts = append(opts, celrules.Unchanged())
	}
	compiler := celrules.NewCompiler(celrules.KubernetesMinor(minor))
	for range 2 { // the second time with what the first left
		assert.Equal(t, c.Texts(t, "errors"), compiler.Check(s, opts...).Texts(), "errors")
	}
	assert.Equal(t, before, in, "the input was written to")
}
