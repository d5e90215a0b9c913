package validation_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/validation"
)

type hostile struct {
	schema map[string]any
	value  any
}

func times(n int, f func(i int) any) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

func products(n int) map[string]hostile {
	branch := func(keyword string) map[string]any {
		return map[string]any{"items": map[string]any{keyword: times(n, func(i int) any { return map[string]any{"maximum": int64(-i)} })}}
	}
	texts := times(n, func(i int) any { return fmt.Sprint("y", i) })
	numbers := times(n, func(i int) any { return int64(i + 1) })
	return map[string]hostile{
		"anyOf": {branch("anyOf"), numbers},
		"oneOf": {branch("oneOf"), numbers},
		"patterns": {map[string]any{"items": map[string]any{"anyOf": times(n, func(i int) any {
			return map[string]any{"pattern": fmt.Sprintf("^x%d$", i)}
		})}}, texts},
		"required": {map[string]any{"items": map[string]any{"required": texts}}, times(n, func(int) any { return map[string]any{} })},
		"pattern":  {map[string]any{"pattern": fmt.Sprintf("[ab]*a[ab]{%d}c", min(n, 1000))}, strings.Repeat("a", 32*n)},
	}
}

func steps(t testing.TB, v *validation.Validator, value any) int64 {
	return worktest.Steps(t, func(ctx context.Context) error {
		_, err := v.Validate(ctx, value)
		return err
	})
}

// A product is counted as one, and discarded errors are not built.
func TestProducts(t *testing.T) {
	for name, small := range products(50) {
		t.Run(name, func(t *testing.T) {
			large := products(200)[name]
			few := steps(t, validation.Compile(schemaOf(t, small.schema)), small.value)
			v := validation.Compile(schemaOf(t, large.schema))
			many := steps(t, v, large.value)
			assert.Greater(t, few, int64(50*50/2), "every pair counts")
			assert.InDelta(t, 16, float64(many)/float64(few), 6)
			var errs structural.Errors
			bytes := worktest.Allocated(func() { errs = unlimited{v}.Validate(large.value) })
			assert.Less(t, bytes, uint64(20*many)+1_000*uint64(len(errs)))
		})
	}
}

// Errors of branches allocate nothing unless they are reported.
func TestBranchesAreNotBuilt(t *testing.T) {
	const branches, values = 300, 1_000
	m := map[string]any{"items": map[string]any{"anyOf": times(branches, func(i int) any {
		return map[string]any{"required": []any{fmt.Sprint("r", i)}, "minProperties": int64(5), "maxProperties": int64(0)}
	})}}
	v := compile(schemaOf(t, m))
	value := times(values, func(int) any { return map[string]any{"a": int64(1)} })
	bytes := worktest.Allocated(func() { assert.NotEmpty(t, v.Validate(value)) })
	assert.Less(t, bytes, uint64(20*branches*values), "less than half an error for each")
}

// Time grows with the depth of junctors, not with its square.
func TestStepsOfDeepJunctors(t *testing.T) {
	at := func(levels int) int64 {
		var m any = map[string]any{"type": "string"}
		for i := range levels {
			m = map[string]any{[]string{"anyOf", "oneOf", "allOf"}[i%3]: []any{map[string]any{"type": "boolean"}, m, map[string]any{"maximum": int64(0)}}}
		}
		return steps(t, validation.Compile(schemaOf(t, m.(map[string]any))), int64(1))
	}
	assert.InDelta(t, 10, float64(at(1000))/float64(at(100)), 1)
}

func TestCanceled(t *testing.T) {
	for name, p := range products(40) {
		t.Run(name, func(t *testing.T) {
			v := validation.Compile(schemaOf(t, map[string]any{"properties": map[string]any{"a": p.schema, "b": p.schema, "c": p.schema}}))
			value := map[string]any{"a": p.value, "b": p.value, "c": p.value}
			want := unlimited{v}.Validate(value)
			wantErrs, wantRatcheted := unlimited{v}.ValidateUpdate(value, map[string]any{"a": p.value})
			looks := 0
			for ; ; looks++ {
				ctx := worktest.EndAfter(looks)
				errs, err := v.Validate(ctx, value)
				again := worktest.EndAfter(looks)
				changed, ratcheted, updateErr := v.ValidateUpdate(again, value, map[string]any{"a": p.value})
				if err == nil && updateErr == nil {
					assert.Equal(t, want, errs)
					assert.Equal(t, wantErrs, changed)
					assert.Equal(t, wantRatcheted, ratcheted)
					break
				}
				for _, err := range []error{err, updateErr} {
					if err != nil {
						require.ErrorIs(t, err, context.Canceled)
					}
				}
				valid, err := v.Valid(worktest.EndAfter(0), value)
				require.ErrorIs(t, err, context.Canceled)
				require.False(t, valid)
			}
			assert.Greater(t, looks, 1)
		})
	}
}

func TestBudgetSaysWhere(t *testing.T) {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		p := products(200)[keyword]
		v := validation.Compile(schemaOf(t, map[string]any{"properties": map[string]any{"a": map[string]any{"additionalProperties": p.schema}}}))
		value := map[string]any{"a": map[string]any{"b": p.value}}
		all := steps(t, v, value)
		for _, steps := range []int64{100, all / 3, all - 1} {
			_, err := v.Validate(work.WithBudget(context.Background(), budget.Budget{Steps: steps}), value)
			var e *budget.Error
			require.ErrorAs(t, err, &e)
			require.GreaterOrEqual(t, len(e.Path), 3, err)
			assert.Equal(t, field.Path{field.Field("a"), field.Key("b")}, e.Path[:2])
			assert.Equal(t, field.IndexStep, e.Path[2].Kind())
			assert.ErrorContains(t, err, "validating values at a[b][")
		}
	}
}

// Linear work is far from the budget: an object of a few hundred thousand values.
func TestLinearValuesAreFarFromTheBudget(t *testing.T) {
	m, obj := everyKeyword()
	many := times(5_000, func(int) any { return obj })
	wrong := structural.Clone(obj)
	wrong["pattern"], wrong["one"], wrong["any"] = "A", map[string]any{}, "xyz"
	v := validation.Compile(schemaOf(t, map[string]any{"items": m}))
	assert.Less(t, steps(t, v, many), int64(budget.DefaultSteps/100))
	assert.Less(t, steps(t, v, times(5_000, func(int) any { return wrong })), int64(budget.DefaultSteps/40))
}

func TestMemoryOfDeepErrors(t *testing.T) {
	var m any = map[string]any{"items": map[string]any{"type": "string"}}
	var obj any = times(5_000, func(i int) any { return int64(i) })
	for range 2_000 {
		m = map[string]any{"required": []any{"r"}, "properties": map[string]any{"p": m}}
		obj = map[string]any{"p": obj}
	}
	v := compile(schemaOf(t, m.(map[string]any)))
	assert.Less(t, worktest.Allocated(func() { assert.Greater(t, len(v.Validate(obj)), 50) }), uint64(64<<20))
}

// Errors that show their values at each of many levels are bounded too.
func TestErrorsThatShowDeepValues(t *testing.T) {
	var m, obj any = map[string]any{"type": "string"}, int64(1)
	for range 1_000 {
		m = map[string]any{"enum": []any{map[string]any{}}, "properties": map[string]any{"p": m}}
		obj = map[string]any{"p": obj, "q": strings.Repeat("x", 1_000)}
	}
	errs := compile(schemaOf(t, m.(map[string]any))).Validate(obj)
	size := 0
	for _, text := range errs.Texts() {
		size += len(text)
	}
	assert.Less(t, size, 20<<20)
	assert.Contains(t, errs[len(errs)-1].Error(), "more errors are not listed")
}

// The errors inside the best branch are its own, not the errors of a branch tried before it.
func TestErrorsInsideTheBestBranch(t *testing.T) {
	text := map[string]any{"type": "string"}
	atMost := func(n int64) map[string]any { return map[string]any{"type": "integer", "maximum": n} }
	worse := map[string]any{"anyOf": []any{atMost(0), text}}
	better := map[string]any{"type": "integer", "anyOf": []any{text, map[string]any{"type": "integer", "oneOf": []any{text, atMost(1)}}}}
	for _, branches := range [][]any{{worse, better}, {better, worse}, {worse, better, worse}} {
		errs := compile(schemaOf(t, map[string]any{"anyOf": branches})).Validate(int64(5))
		assert.Equal(t, []string{
			`<nil>: Invalid value: "": "" must validate at least one schema (anyOf)`,
			`<nil>: Invalid value: "": "" must validate one and only one schema (oneOf). Found none valid`,
			`<nil>: Invalid value: 5:  in body should be less than or equal to 1`,
		}, errs.Texts())
	}
}

// Values are compared as deep as structural.Normalize accepts them. Deeper ones are an
// error.
func TestDepth(t *testing.T) {
	cases.SmallStack(t)
	unique := map[string]any{"uniqueItems": true}
	for _, n := range []int{2, 20} {
		element := map[string]func(i int) any{
			"legal": func(i int) any { return []any{int64(i), cases.Nested(structural.MaxDepth - 2)} },
			"deep":  func(int) any { return cases.Nested(structural.MaxDepth + 1) },
			"map":   func(int) any { return cases.Endless()["map"] },
			"list":  func(int) any { return cases.Endless()["list"] },
		}
		for name, element := range element {
			v := validator(t, unique)
			_, err := v.Validate(t.Context(), times(n, element))
			if name == "legal" {
				assert.NoError(t, err)
			} else {
				cases.RequireTooDeep(t, err)
			}
		}
	}
	enum := times(20, func(i int) any { return map[string]any{"a": int64(i)} })
	for _, endless := range cases.Endless() {
		_, err := validator(t, map[string]any{"enum": enum}).Validate(t.Context(), endless)
		cases.RequireTooDeep(t, err)
	}
}

func validator(t testing.TB, schema map[string]any) *validation.Validator {
	s, problems, err := structural.FromMap(t.Context(), schema)
	require.NoError(t, err)
	require.Empty(t, problems)
	return validation.Compile(s)
}
