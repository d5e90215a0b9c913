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
	"github.com/seed95800270/crdschema/structural"
)

// looks is a context that counts how often its error is looked at, once in about 4,096
// steps, and is cancelled when there are no more looks left.
type looks struct {
	context.Context
	seen, left int
}

func (c *looks) Err() error {
	if c.seen == c.left {
		return context.Canceled
	}
	c.seen++
	return nil
}

// stepsALook is work's interval.
const stepsALook = 1 << 12

// Each rule ends with its context, wherever in it that happens, and none takes more
// steps than the table says.
func TestHostileTable(t *testing.T) {
	if testing.Short() {
		t.Skip("many steps in one goroutine, in which the race detector finds nothing and takes minutes")
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

// endsAnywhere evaluates the rule with contexts that end at a few places, and returns the
// steps of all of it.
func endsAnywhere(t *testing.T, c cases.Case, rules *celrules.Rules, in celrules.Input) (steps int64) {
	t.Helper()
	ends, never := c.Text(t, "ends"), 1<<30
	if ends == "work" {
		result, err := rules.Validate(work.WithBudget(t.Context(), work.Budget{Steps: 1 << 17}), in)
		require.ErrorIs(t, err, work.ErrTooMuchWork)
		require.Zero(t, result)
		steps = 1 << 17
	} else {
		ctx := &looks{Context: t.Context(), left: never}
		result, err := rules.Validate(ctx, in)
		require.NoError(t, err)
		assert.Equal(t, ends == "cost", result.Exhausted, result.Errors.Texts())
		steps = int64(ctx.seen) * stepsALook
	}
	total := int(steps / stepsALook)
	for _, left := range []int{0, 1, total / 3, total / 2, total - 2} {
		ctx := &looks{Context: t.Context(), left: max(left, 0)}
		result, err := rules.Validate(ctx, in)
		if ctx.seen < ctx.left { // one count was larger than what was left of the budget
			require.ErrorIs(t, err, work.ErrTooMuchWork)
			continue
		}
		require.ErrorIs(t, err, context.Canceled, "after %d looks of %d", left, total)
		require.Zero(t, result)
	}
	return max(steps, exactSteps(t, rules, in, ends))
}

// exactSteps returns the least budget with which the rule is evaluated, if that is less
// than a few looks; looks are too coarse for it.
func exactSteps(t *testing.T, rules *celrules.Rules, in celrules.Input, ends string) int64 {
	if ends == "work" {
		return 0
	}
	low, high := int64(1), int64(1<<27)
	for high-low > high/64+1 {
		middle := (low + high) / 2
		if _, err := rules.Validate(work.WithBudget(t.Context(), work.Budget{Steps: middle}), in); err != nil {
			low = middle
		} else {
			high = middle
		}
	}
	return high
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

// hostileRules returns the rule, compiled.
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
	rules := celrules.Compile(s)
	require.NoError(t, rules.Prepare(t.Context()))
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
