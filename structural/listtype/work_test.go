package listtype

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

func stepsOf(t testing.TB, v any, s *structural.Schema) int {
	return int(worktest.Steps(t, func(ctx context.Context) error {
		_, err := Validate(ctx, v, s)
		return err
	}))
}

func nestedSets(t testing.TB, n, levels, width int) (v any, s *structural.Schema) {
	l := make([]any, n)
	for i := range l {
		l[i] = int64(i)
	}
	v = l
	shape := map[string]any{"x-kubernetes-list-type": "set"}
	for range levels {
		shape = map[string]any{"x-kubernetes-list-type": "set", "items": map[string]any{"x-kubernetes-list-type": "atomic", "items": shape}}
		outer := []any{[]any{v}}
		for i := range width - 1 {
			outer = append(outer, []any{int64(i)})
		}
		v = outer
	}
	s, problems := cases.FromMap(shape)
	require.Empty(t, problems.Texts())
	return v, s
}

// A value inside of many sets is hashed once, not once for each.
func TestNestedSetsAreLinear(t *testing.T) {
	const n = 30_000
	for _, width := range []int{2, 5, 40} {
		v, s := nestedSets(t, n, 1, width)
		few := stepsOf(t, v, s)
		v, s = nestedSets(t, n, 300, width)
		assert.Less(t, stepsOf(t, v, s), 2*few+300*20*width, width)
	}
}

func TestSharedValuesAreHashedOnce(t *testing.T) {
	shared := func() any {
		var v any = []any{"x"}
		for range 40 {
			v = []any{v, v, map[string]any{"a": v, "b": v}}
		}
		return v
	}
	s := schema(t, `{x-kubernetes-list-type: set}`)
	list := []any{shared(), "b", "c", "d", "e"}
	assert.Less(t, stepsOf(t, list, s), 100_000)
	list[4] = list[0]
	errs, err := Validate(t.Context(), list, s)
	require.NoError(t, err)
	assert.Len(t, errs, 1)
}

// Many keys take neither time nor memory for each element that does not have them.
func TestManyKeys(t *testing.T) {
	const n = 20_000
	names, list := make([]any, n), make([]any, n)
	for i := range n {
		names[i] = fmt.Sprint("k", i)
		list[i] = map[string]any{fmt.Sprint("k", i): int64(0)}
	}
	list[n-1] = map[string]any{"k7": int64(0), "other": int64(1)}
	list[n-2] = map[string]any{"k7": nil}
	s, _ := cases.FromMap(map[string]any{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": names})
	var errs structural.Errors
	var err error
	bytes := worktest.Allocated(func() { errs, err = Validate(work.WithBudget(t.Context(), budget.Budget{Steps: 20 * n}), list, s) })
	require.NoError(t, err)
	assert.Equal(t, []string{`[19999]: Duplicate value: {"k7":0}`}, errs.Texts())
	assert.Less(t, bytes, uint64(2*500*n))
}

// Rows of many keys are compared as rows of few.
func TestManyKeysAreComparedAsFew(t *testing.T) {
	few := schema(t, `{properties: {l: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b]}}}`)
	many := schema(t, `{properties: {l: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, c, d, e, f, g, b]}}}`)
	cells := []any{nil, int64(1), 1.0, "1", []any{int64(1)}, absent{}}
	var list []any
	for range 2 {
		for _, a := range cells {
			for _, b := range cells {
				m := map[string]any{"a": a, "b": b, "x": int64(len(list))}
				for k, v := range m {
					if v == (any)(absent{}) {
						delete(m, k)
					}
				}
				list = append(list, m)
			}
		}
	}
	object := map[string]any{"l": list}
	want := check(t, object, few).Texts()
	assert.Greater(t, len(want), 20)
	assert.Equal(t, want, check(t, object, many).Texts())
}

func TestCancelled(t *testing.T) {
	v, s := nestedSets(t, 5_000, 20, 6)
	bad := append([]any{[]any{"x"}, []any{"x"}}, v.([]any)...)
	var keyed, wide []any
	for i := range 6_000 {
		keyed = append(keyed, map[string]any{"a": int64(i), "b": "x"})
		wide = append(wide, map[string]any{"a": int64(i), "c": "x"})
	}
	shape := map[string]any{"properties": map[string]any{
		"bad":   s.Map(),
		"keyed": map[string]any{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"a", "b"}},
		"wide":  map[string]any{"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"a", "b", "c", "d", "e"}},
	}}
	whole, _ := cases.FromMap(shape)
	object := map[string]any{"bad": bad, "keyed": keyed, "wide": wide}
	want, wantRatcheted := checkUpdate(t, object, map[string]any{"wide": wide}, whole)
	require.NotEmpty(t, want)
	for n := range 1_000 {
		ctx := worktest.EndAfter(n)
		errs, ratcheted, err := ValidateUpdate(ctx, object, map[string]any{"wide": wide}, whole)
		if err == nil {
			assert.Equal(t, want, errs)
			assert.Equal(t, wantRatcheted, ratcheted)
			assert.Greater(t, n, 10)
			return
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, errs)
		require.Nil(t, ratcheted)
	}
	t.Fatal("the context is looked at without end")
}

// Elements of a set are compared as deep as structural.Normalize accepts them, pair by pair
// or by hashes. Deeper ones are an error.
func TestDepth(t *testing.T) {
	cases.SmallStack(t)
	s, _, _ := structural.FromMap(t.Context(), map[string]any{
		"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"x-kubernetes-preserve-unknown-fields": true}})
	for _, n := range []int{2, pairLimit + 1, stackLimit + 1} {
		set := func(element func() any) []any {
			l := make([]any, n)
			for i := range l {
				l[i] = element()
			}
			return l
		}
		errs, err := Validate(t.Context(), set(func() any { return cases.Nested(structural.MaxDepth - 1) }), s)
		require.NoError(t, err)
		assert.Len(t, errs, 1)
		_, err = Validate(t.Context(), set(func() any { return cases.Nested(structural.MaxDepth + 1) }), s)
		cases.RequireTooDeep(t, err)
		for kind := range cases.Endless() {
			_, err = Validate(t.Context(), set(func() any { return cases.Endless()[kind] }), s)
			cases.RequireTooDeep(t, err)
		}
	}
}
