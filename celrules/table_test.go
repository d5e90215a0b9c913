package celrules_test

import (
	"context"
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

// Every case lists all errors of CheckFields and Check for a schema, in order.
func TestCheck(t *testing.T) {
	for _, file := range []string{"form", "check", "types", "limits"} {
		t.Run(file, func(t *testing.T) {
			keys := []string{"schema", "old", "options", "version", "form", "errors"}
			cases.Run(t, "testdata/"+file+".yaml", keys, checkCase)
		})
	}
}

func checkCase(t *testing.T, c cases.Case) {
	in := c.Object(t, "schema")
	before := structural.Clone(in)
	s, _ := structural.FromMap(in)
	keywords := structural.CheckKeywords(s, structural.WithSchemaCheck(celrules.CheckFields))
	assert.Equal(t, c.Texts(t, "form"), keywords.Texts(), "form")

	var versions []celrules.Option
	if c.Has("version") {
		versions = append(versions, celrules.WithKubernetesVersion(c.Text(t, "version")))
	}
	opts := []celrules.CheckOption{celrules.WithKeywordErrors(keywords)}
	if c.Has("old") {
		old, _ := structural.FromMap(c.Object(t, "old"))
		opts = append(opts, celrules.WithOldSchemas(old))
	}
	for _, o := range c.Texts(t, "options") {
		require.Equal(t, "unchanged", o)
		opts = append(opts, celrules.WithUnchangedSchema())
	}
	compiler := celrules.NewCompiler(versions...)
	for range 2 { // the second time with what the first kept
		assert.Equal(t, c.Texts(t, "errors"), compiler.Check(s, opts...).Texts(), "errors")
	}
	assert.Equal(t, before, in, "the input was modified")
}

func TestValidate(t *testing.T) {
	keys := []string{"schema", "object", "old", "strict", "budget", "errors", "ratcheted", "cost", "exhausted"}
	cases.Run(t, "testdata/validate.yaml", keys, func(t *testing.T, c cases.Case) {
		s, _ := structural.FromMap(c.Object(t, "schema"))
		in := celrules.Input{Object: c.Value("object"), Old: c.Value("old")}
		if c.Has("strict") {
			in.Tolerance = celrules.Strict
		}
		in.Budget, _ = c.Value("budget").(int64)
		before := structural.Clone([]any{in.Object, in.Old})
		rules := celrules.Compile(s)
		for range 2 { // the second time with what the first kept
			got, err := rules.Validate(context.Background(), in)
			require.NoError(t, err)
			assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts(), "errors")
			assert.Equal(t, c.Texts(t, "ratcheted"), got.Ratcheted.Texts(), "ratcheted")
			assert.EqualValues(t, c.Value("cost"), got.Cost, "cost")
			assert.Equal(t, c.Value("exhausted") == true, got.Exhausted, "exhausted")
		}
		assert.Equal(t, before, []any{in.Object, in.Old}, "the input was modified")
	})
}
