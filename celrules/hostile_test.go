package celrules_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// stepsALook is the number of steps between two checks of a context, the interval of
// package work.
const stepsALook = 1 << 12

// Each rule ends with its context at any point, and takes at most the steps in the table.
func TestHostileTable(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector, which finds nothing in one goroutine; run it without -short: go test -run TestHostileTable ./celrules")
	}
	keys := []string{"rule", "first", "level", "levels", "sizes", "growth", "ends"}
	cases.Run(t, "testdata/hostile.yaml", keys, func(t *testing.T, c cases.Case) {
		rules := hostileRules(t, c)
		small, large := sizesOf(c)
		first := endsAnywhere(t, c, rules, hostileObject(small))
		if c.Has("growth") {
			second := endsAnywhere(t, c, rules, hostileObject(large))
			exponent := math.Log(float64(second)/float64(first)) / math.Log(float64(large)/float64(small))
			assert.LessOrEqual(t, exponent, number(c.Value("growth"))+0.1, "%d and %d steps", first, second)
		}
	})
}

// endsAnywhere evaluates the rule with contexts that end at a few places, and returns all
// steps.
func endsAnywhere(t *testing.T, c cases.Case, rules *celrules.Rules, in celrules.Input) int64 {
	t.Helper()
	steps, looks := wholeWork(t, c, rules, in)
	for _, n := range []int{0, 1, looks / 3, looks / 2, looks - 2} {
		n = max(n, 0)
		ctx := worktest.EndAfter(n)
		result, err := rules.Validate(ctx, in)
		if ctx.Looks() < n { // one count was larger than the remaining budget
			require.ErrorIs(t, err, budget.ErrTooMuchWork)
			continue
		}
		require.ErrorIs(t, err, context.Canceled, "after %d looks of %d", n, looks)
		require.Zero(t, result)
	}
	return steps
}

// wholeWork returns the steps of an evaluation and how often it checks the context.
func wholeWork(t *testing.T, c cases.Case, rules *celrules.Rules, in celrules.Input) (steps int64, looks int) {
	t.Helper()
	ends := c.Text(t, "ends")
	if ends == "work" {
		const tooFew = 1 << 17
		result, err := rules.Validate(work.WithBudget(t.Context(), budget.Budget{Steps: tooFew}), in)
		require.ErrorIs(t, err, budget.ErrTooMuchWork)
		require.Zero(t, result)
		return tooFew, tooFew / stepsALook
	}
	ctx := worktest.EndAfter(math.MaxInt)
	result, err := rules.Validate(ctx, in)
	require.NoError(t, err)
	assert.Equal(t, ends == "cost", result.Exhausted, result.Errors.Texts())
	return worktest.Steps(t, func(ctx context.Context) error {
		_, err := rules.Validate(ctx, in)
		return err
	}), ctx.Looks()
}

func sizesOf(c cases.Case) (small, large int) {
	if sizes, ok := c.Value("sizes").([]any); ok {
		return int(sizes[0].(int64)), int(sizes[1].(int64))
	}
	return 1, 1
}

func number(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v.(float64)
}

var level = regexp.MustCompile(`\bd\b`)

func hostileRules(t *testing.T, c cases.Case) *celrules.Rules {
	rule := c.Text(t, "rule")
	if levels, ok := c.Value("levels").(int64); ok {
		last := fmt.Sprint("d", levels)
		rule = level.ReplaceAllString(rule, last)
		for i := levels; i > 0; i-- {
			inner := level.ReplaceAllString(c.Text(t, "level"), fmt.Sprint("d", i-1))
			rule = fmt.Sprintf("[%s].all(d%d, %s)", inner, i, rule)
		}
		rule = fmt.Sprintf("[%s].all(d0, %s)", c.Text(t, "first"), rule)
	}
	text := map[string]any{"type": "string"}
	integer := map[string]any{"type": "integer"}
	list := func(items map[string]any) map[string]any { return map[string]any{"type": "array", "items": items} }
	objects := list(map[string]any{"type": "object", "properties": map[string]any{"x": text}})
	s, problems, err := structural.FromMap(t.Context(), map[string]any{"type": "object", "properties": map[string]any{
		"o": objects, "p": list(map[string]any{"type": "object", "properties": map[string]any{"x": text}}),
		"i": list(integer), "l": list(text), "k": list(text), "s": text, "t": text, "b": text,
		"m": map[string]any{"type": "object", "additionalProperties": integer},
	}, "x-kubernetes-validations": []any{map[string]any{"rule": rule}}})
	require.NoError(t, err)
	require.Empty(t, problems)
	rules := celrules.Compile(s, structural.Resource)
	require.NoError(t, rules.Precompile(t.Context()))
	return rules
}

func hostileObject(n int) celrules.Input {
	objects, integers, texts, keys := make([]any, n), make([]any, n), make([]any, n), map[string]any{}
	for i := range n {
		objects[i], integers[i], texts[i], keys[fmt.Sprintf("%08d", i)] = map[string]any{}, int64(i), strings.Repeat("a", 100), int64(i)
	}
	s := strings.Repeat("a", n)
	return celrules.Input{Object: map[string]any{
		"o": objects, "p": objects, "i": integers, "l": texts, "k": texts, "m": keys, "s": s, "t": s + "b", "b": "b" + s,
	}}
}

// Fields that rules do not see are compared as deep as structural.Normalize accepts them.
// Deeper ones are an error.
func TestDepth(t *testing.T) {
	cases.SmallStack(t)
	part := map[string]any{"type": "object", "properties": map[string]any{"hidden": map[string]any{"x-kubernetes-preserve-unknown-fields": true}}}
	s, _, _ := structural.FromMap(t.Context(), map[string]any{
		"type": "object", "x-kubernetes-validations": []any{map[string]any{"rule": "self.l[0] == self.l[1]"}},
		"properties": map[string]any{"l": map[string]any{"type": "array", "items": part}},
	})
	rules := celrules.Compile(s, structural.Resource)
	validate := func(a, b any) error {
		hidden := func(v any) any { return map[string]any{"hidden": v} }
		res, err := rules.Validate(t.Context(), celrules.Input{Object: map[string]any{"l": []any{hidden(a), hidden(b)}}})
		require.Empty(t, res.Errors)
		return err
	}
	require.NoError(t, validate(cases.Nested(structural.MaxDepth-2), cases.Nested(structural.MaxDepth-2)))
	cases.RequireTooDeep(t, validate(cases.Nested(structural.MaxDepth+1), cases.Nested(structural.MaxDepth+1)))
	for kind, v := range cases.Endless() {
		cases.RequireTooDeep(t, validate(v, cases.Endless()[kind]))
	}
}
