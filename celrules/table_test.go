package celrules_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

func TestEstimates(t *testing.T) {
	cases.Run(t, "testdata/estimates.yaml", []string{"schema", "rule", "cost", "times"}, func(t *testing.T, c cases.Case) {
		node := c.Object(t, "schema")
		node["x-kubernetes-validations"] = []any{map[string]any{"rule": c.Text(t, "rule")}}
		s, problems := cases.FromMap(map[string]any{"type": "object", "properties": map[string]any{
			"one":  node,
			"many": map[string]any{"type": "array", "items": node},
		}})
		require.Empty(t, problems)
		got := costs(celrules.Compile(s, structural.Resource)).Expressions
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

func TestCheck(t *testing.T) {
	for _, file := range []string{"fields", "check", "types", "limits"} {
		t.Run(file, func(t *testing.T) {
			keys := []string{"schema", "old", "options", "version", "fields", "errors"}
			cases.Run(t, "testdata/"+file+".yaml", keys, checkCase)
		})
	}
}

func checkCase(t *testing.T, c cases.Case) {
	in := c.Object(t, "schema")
	before := structural.Clone(in)
	s, _ := cases.FromMap(in)
	keywords := cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource, structural.WithSchemaCheck(celrules.CheckFields)))
	assert.Equal(t, c.Texts(t, "fields"), keywords.Texts(), "fields")

	var versions []celrules.Option
	if c.Has("version") {
		versions = append(versions, celrules.WithKubernetesVersion(c.Text(t, "version")))
	}
	opts := []celrules.CheckOption{celrules.WithKeywordErrors(keywords)}
	if c.Has("old") {
		old, _ := cases.FromMap(c.Object(t, "old"))
		opts = append(opts, celrules.WithOldSchemas(old))
	}
	for _, o := range c.Texts(t, "options") {
		require.Equal(t, "unchanged", o)
		opts = append(opts, celrules.WithUnchangedSchema())
	}
	compiler := celrules.NewCompiler(versions...)
	for range 2 { // the second time with the results kept by the first
		errs, err := compiler.Check(t.Context(), s, structural.Resource, opts...)
		require.NoError(t, err)
		assert.Equal(t, c.Texts(t, "errors"), errs.Texts(), "errors")
		assertCodes(t, errs)
	}
	assert.Equal(t, before, in, "the input was modified")
}

func TestValidate(t *testing.T) {
	keys := []string{"schema", "object", "old", "strict", "budget", "errors", "ratcheted", "cost", "exhausted"}
	cases.Run(t, "testdata/validate.yaml", keys, func(t *testing.T, c cases.Case) {
		s, _ := cases.FromMap(c.Object(t, "schema"))
		in := celrules.Input{Object: c.Value("object"), Old: c.Value("old")}
		if c.Has("strict") {
			in.Tolerance = celrules.Strict
		}
		in.Budget, _ = c.Value("budget").(int64)
		before := structural.Clone([]any{in.Object, in.Old})
		rules := celrules.Compile(s, structural.Resource)
		for range 2 {
			got, err := rules.Validate(context.Background(), in)
			require.NoError(t, err)
			assert.Equal(t, c.Texts(t, "errors"), got.Errors.Texts(), "errors")
			assert.Equal(t, c.Texts(t, "ratcheted"), got.Ratcheted.Texts(), "ratcheted")
			assertCodes(t, got.Errors)
			assertCodes(t, got.Ratcheted)
			assert.EqualValues(t, c.Value("cost"), got.Cost, "cost")
			assert.Equal(t, c.Value("exhausted") == true, got.Exhausted, "exhausted")
		}
		assert.Equal(t, before, []any{in.Object, in.Old}, "the input was modified")
	})
}

func assertCodes(t *testing.T, errs structural.Errors) {
	t.Helper()
	for _, err := range errs {
		assert.NotEmpty(t, err.Code, err.Error())
	}
}

func TestCodes(t *testing.T) {
	rule := func(pairs ...any) map[string]any {
		r := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			r[pairs[i].(string)] = pairs[i+1]
		}
		return r
	}
	schema := func(rules ...any) *structural.Schema {
		s, problems := cases.FromMap(map[string]any{"type": "object", "x-kubernetes-validations": rules, "properties": map[string]any{
			"l": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}, "i": map[string]any{"type": "integer"}}})
		require.Empty(t, problems)
		return s
	}
	found := func(errs structural.Errors) []codes.Code {
		out := []codes.Code{}
		for _, err := range errs {
			out = append(out, err.Code)
		}
		return out
	}
	fields := cases.Must(celrules.CheckFields(t.Context(), schema(
		rule("rule", " "), rule("rule", "true", "message", " "), rule("rule", "true", "message", "a\nb"), rule("rule", "true\n&& true"),
		rule("rule", "true", "messageExpression", " "), rule("rule", "true", "reason", "x"), rule("rule", "true", "fieldPath", "\n"))))
	assert.Equal(t, []codes.Code{codes.RuleRequired, codes.RuleMessageBlank, codes.RuleMessageLineBreak, codes.RuleMessageRequired,
		codes.RuleMessageExpressionBlank, codes.RuleReasonUnsupported,
		codes.RuleFieldPathBlank, codes.RuleFieldPathLineBreak, codes.RuleFieldPathUnknown}, found(fields))

	checked, err := celrules.Check(t.Context(), schema(
		rule("rule", "self.x"), rule("rule", "1"), rule("rule", "'a'.find('(') == ''"), rule("rule", "true", "optionalOldSelf", true)), structural.Resource)
	require.NoError(t, err)
	assert.Equal(t, []codes.Code{codes.RuleUndefinedField, codes.RuleResultType, codes.RuleProgram, codes.RuleOldSelfUnused}, found(checked))
	costly, err := celrules.Check(t.Context(), schema(rule("rule", "self.l.all(a, self.l.all(b, a == b))")), structural.Resource)
	require.NoError(t, err)
	assert.Equal(t, []codes.Code{codes.RuleCost, codes.RuleCostContribution, codes.RuleCostTotal}, found(costly))

	result, err := celrules.Compile(schema(rule("rule", "self.i > 1"), rule("rule", "self.i / self.i == 1"), rule("rule", "1"),
		rule("rule", "'a'.find('(') == ''")), structural.Resource).Validate(context.Background(), celrules.Input{Object: map[string]any{"i": int64(0)}})
	require.NoError(t, err)
	assert.Equal(t, []codes.Code{codes.RuleFailed, codes.RuleEvaluation, codes.RuleResultType, codes.RuleProgram}, found(result.Errors))
}
