package celrules_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestTry(t *testing.T) {
	cases.Run(t, "testdata/try.yaml", []string{"root", "schema", "rule", "self", "old", "text"}, func(t *testing.T, c cases.Case) {
		got, err := celrules.NewCompiler().Try(t.Context(), trialOf(t, c))
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "text"), textOf(got))
	})
}

func textOf(o celrules.Outcome) string { return fmt.Sprintf("%s, for %d", o, o.Cost) }

func trialOf(t *testing.T, c cases.Case) celrules.Trial {
	t.Helper()
	s, problems := cases.FromMap(c.Object(t, "schema"))
	require.Empty(t, problems)
	withRule, problems := cases.FromMap(map[string]any{"type": "object", "x-kubernetes-validations": []any{c.Value("rule")}})
	require.Empty(t, problems)
	in := celrules.Trial{Schema: s, Rule: withRule.Rules()[0], Self: c.Value("self"), Old: c.Value("old")}
	if c.Has("root") {
		in.Root = structural.Resource
	}
	return in
}

// A trial has the verdict, text and cost of the rule in its schema.
func TestTryLikeValidate(t *testing.T) {
	cases.Run(t, "testdata/try.yaml", []string{"root", "schema", "rule", "self", "old", "text"}, func(t *testing.T, c cases.Case) {
		in := trialOf(t, c)
		got, err := celrules.NewCompiler().Try(t.Context(), in)
		require.NoError(t, err)
		m := withoutRules(c.Object(t, "schema"))
		m["x-kubernetes-validations"] = []any{c.Value("rule")}
		s, _ := cases.FromMap(m)
		want, err := celrules.Compile(s, in.Root).Validate(t.Context(), celrules.Input{Object: in.Self, Old: in.Old, Tolerance: celrules.Strict})
		require.NoError(t, err)
		assert.Equal(t, want.Errors.Texts(), got.Errors.Texts())
		assert.Equal(t, want.Cost, got.Cost)
	})
}

func withoutRules(m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		if below, ok := v.(map[string]any); ok {
			v = withoutRules(below)
		}
		if k != "x-kubernetes-validations" {
			out[k] = v
		}
	}
	return out
}

func TestTryOtherValues(t *testing.T) {
	c := celrules.NewCompiler()
	_, err := c.Try(t.Context(), celrules.Trial{Self: func() {}})
	require.ErrorContains(t, err, "self: ")
	_, err = c.Try(t.Context(), celrules.Trial{Self: "a", Old: cases.Endless()})
	require.ErrorContains(t, err, "oldSelf: ")
	got, err := c.Try(t.Context(), celrules.Trial{Self: "a", Rule: structural.Rule{Rule: "true"}})
	require.NoError(t, err)
	assert.NotEmpty(t, got.Errors, "a rule cannot read a value without a type")
	_, err = celrules.NewCompiler(celrules.WithKubernetesVersion("2.0")).Try(t.Context(), celrules.Trial{Self: "a"})
	require.Error(t, err)
}

// Every failed rule of an object has its values, a passed one has none.
func TestValuesOfFailedRules(t *testing.T) {
	rules := celrules.Compile(schema(`
type: object
properties: {l: {type: array, items: {type: integer, x-kubernetes-validations: [{rule: self < 3}]}}}
`), structural.Resource)
	var got []string
	result, err := rules.Validate(t.Context(), celrules.Input{
		Object:  map[string]any{"l": []any{int64(1), int64(5), int64(7)}},
		Observe: func(e celrules.Evaluation) { got = append(got, fmt.Sprint(e.Path, " ", e.Values())) },
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"l[0] []", "l[1] [self = 5]", "l[2] [self = 7]"}, got)
	plain, err := rules.Validate(t.Context(), celrules.Input{Object: map[string]any{"l": []any{int64(1), int64(5), int64(7)}}})
	require.NoError(t, err)
	assert.Equal(t, plain, result)
}
