package pruning_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// unknownFields returns a list with n unknown fields, half of them in one object and half
// in objects of their own, and its schema.
func unknownFields(t testing.TB, n int) ([]any, *structural.Schema) {
	wide := map[string]any{}
	list := []any{wide}
	for i := range n / 2 {
		wide[fmt.Sprintf("x%06d", i*7919%n)] = int64(1)
		list = append(list, map[string]any{"known": "a", "y": []any{}})
	}
	return list, schema(t, `{type: array, items: {type: object, properties: {known: {type: string}}}}`)
}

func stepsOf(t testing.TB, v any, s *structural.Schema) int64 {
	return worktest.Steps(t, func(ctx context.Context) error {
		_, _, err := pruning.Prune(ctx, v, s, structural.Property)
		return err
	})
}

// Steps grow as the object does, except for the logarithm of sorting.
func TestStepsGrowWithTheObject(t *testing.T) {
	few, s := unknownFields(t, 4_000)
	many, _ := unknownFields(t, 64_000)
	before, after := stepsOf(t, few, s), stepsOf(t, many, s)
	assert.Greater(t, before, int64(4_000+4_000), "at least the walk and the paths")
	assert.Less(t, after, 16*2*before)
}

// Deep paths and long texts count too: printing and comparing them takes as long.
func TestTextsCount(t *testing.T) {
	deep := func(lists int) int64 {
		s := schema(t, `{type: object, properties: {m: {type: object, additionalProperties: true}}}`)
		return stepsOf(t, nested(lists, map[string]any{"x": int64(1), "y": int64(1)}), s)
	}
	assert.GreaterOrEqual(t, deep(5_000)-deep(1_000), int64(3*4_000), "the walk and two texts")

	long := func(size int) int64 {
		s := schema(t, `{type: object, additionalProperties: {type: object}}`)
		return stepsOf(t, map[string]any{strings.Repeat("k", size): map[string]any{"x": int64(1), "y": int64(1)}}, s)
	}
	assert.GreaterOrEqual(t, long(1<<20)-long(1), int64(1<<12))
}

// A budget that is just enough gives the whole result, and less gives only an error.
func TestBudget(t *testing.T) {
	list, s := unknownFields(t, 2_000)
	object := map[string]any{"a": list}
	whole := schema(t, `{type: object, properties: {a: {type: array, items: {type: object}}}}`)
	for name, call := range map[string]func(ctx context.Context) (out any, dropped []structural.Path, err error){
		"Prune": func(ctx context.Context) (any, []structural.Path, error) {
			out, dropped, err := pruning.Prune(ctx, object, whole, structural.Resource)
			if out == nil {
				return nil, dropped, err
			}
			return out, dropped, err
		},
		"value": func(ctx context.Context) (any, []structural.Path, error) {
			return pruning.Prune(ctx, list, s, structural.Value)
		},
		"property": func(ctx context.Context) (any, []structural.Path, error) {
			return pruning.Prune(ctx, list, s, structural.Property)
		},
		"element": func(ctx context.Context) (any, []structural.Path, error) {
			return pruning.Prune(ctx, object, whole, structural.Element)
		},
	} {
		shared, w := work.Share(t.Context())
		want, paths, err := call(shared)
		require.NoError(t, err)
		enough := w.Used().Steps
		out, dropped, err := call(structural.WithBudget(t.Context(), structural.Budget{Steps: 2 * enough}))
		require.NoError(t, err)
		assert.Equal(t, want, out, name)
		assert.Equal(t, paths, dropped, name)
		for _, steps := range []int64{1, 100, enough / 2, enough / 4 * 3} {
			out, dropped, err = call(structural.WithBudget(t.Context(), structural.Budget{Steps: steps}))
			assert.ErrorIs(t, err, structural.ErrTooMuchWork, name)
			assert.Nil(t, out, name)
			assert.Nil(t, dropped, name)
		}
	}
}

func TestBudgetHasAPath(t *testing.T) {
	s := schema(t, `{type: object, properties: {spec: {type: array, items: {type: array, items: {type: string}}}}}`)
	object := map[string]any{"spec": []any{[]any{}, make([]any, 100)}}
	_, _, err := pruning.Prune(structural.WithBudget(t.Context(), structural.Budget{Steps: 50}), object, s, structural.Resource)
	assert.EqualError(t, err, "too much work: more than 50 steps pruning at spec[1]")
}

// A call whose context ends at any time returns the whole result or the error.
func TestCancelled(t *testing.T) {
	value, s := unknownFields(t, 12_000)
	want, paths := pruneValue(t, value, s)
	for n := range 1_000 {
		got, dropped, err := pruning.Prune(worktest.EndAfter(n), value, s, structural.Value)
		if err == nil {
			assert.Equal(t, want, got)
			assert.Equal(t, paths, dropped)
			assert.Greater(t, n, 30, "more than 120,000 steps")
			return
		}
		require.True(t, errors.Is(err, context.Canceled))
		require.Nil(t, got)
		require.Nil(t, dropped)
	}
	t.Fatal("the context is looked at without end")
}

// Values that structural.Normalize accepts are pruned; deeper ones are errors, even without
// a schema.
func TestDepth(t *testing.T) {
	cases.SmallStack(t)
	for name, prune := range map[string]func(v any) error{
		"Prune": func(v any) error {
			_, _, err := pruning.Prune(t.Context(), v.([]any)[0].(map[string]any), schema(t, `{properties: {a: {}}}`), structural.Resource)
			return err
		},
		"value":    func(v any) error { return last(pruning.Prune(t.Context(), v, nil, structural.Value)) },
		"property": func(v any) error { return last(pruning.Prune(t.Context(), v, nil, structural.Property)) },
	} {
		around := func(v any) any { return v }
		levels := 0
		if name == "Prune" {
			around, levels = func(v any) any { return []any{map[string]any{"a": v}} }, 1
		}
		assert.NoError(t, prune(around(cases.Nested(structural.MaxDepth-levels))), name)
		cases.RequireTooDeep(t, prune(around(cases.Nested(structural.MaxDepth-levels+1))))
		cases.RequireTooDeep(t, prune(around(cases.Endless()["list"])))
	}
}

func last(_ any, _ []structural.Path, err error) error { return err }

// Maps without declared fields are not visited, nor are lists that are preserved beyond
// the schema.
func TestEndlessButNotLookedAt(t *testing.T) {
	out, dropped, err := pruning.Prune(t.Context(), cases.Endless()["map"], nil, structural.Property)
	assert.NoError(t, err)
	assert.Empty(t, out)
	assert.Len(t, dropped, 1)
	for _, v := range cases.Endless() {
		assert.NoError(t, last(pruning.Prune(t.Context(), v, schema(t, `{type: array, items: {type: array}}`), structural.Element)))
	}
}

// Dropping the only field of very many objects takes less memory than the objects.
func TestManyDroppedFieldsTakeLittleMemory(t *testing.T) {
	const n = 300_000
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]any{"z": int64(0)}
	}
	s := schema(t, `{type: array, items: {type: object}}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, dropped := pruneValue(t, list, s)
	runtime.ReadMemStats(&after)
	assert.Len(t, out, n)
	assert.Len(t, dropped, (4<<20+32)/33, "the names and 16 bytes for each step")
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(n*48+n*16+len(dropped)*350+1<<20))
}
