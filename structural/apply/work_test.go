package apply_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

func listing(t *testing.T) *apply.Applier {
	a, err := apply.New(crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lists.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: lists, kind: List}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-preserve-unknown-fields: true
        properties:
          set: {type: array, x-kubernetes-list-type: set, items: {type: string}}
`))
	require.NoError(t, err)
	return a
}

func listed(field string, v any) map[string]any {
	return map[string]any{"apiVersion": "example.com/v1", "kind": "List", "metadata": map[string]any{"name": "a"}, field: v}
}

// TestProducts checks that quadratic work of the merge library is counted before it begins,
// whatever the budget is.
func TestProducts(t *testing.T) {
	a := listing(t)
	texts := func(n int, format string) (list []any) {
		for i := range n {
			list = append(list, fmt.Sprintf(format, n-i))
		}
		return list
	}
	fields := func(n int) map[string]any {
		m := map[string]any{}
		for i := range n {
			m[fmt.Sprint(i)] = "v"
		}
		return m
	}
	deep := func(n int) (v any) {
		for range n {
			v = map[string]any{"a": v}
		}
		return v
	}
	for name, c := range map[string]struct {
		n   int // is too much, and half of it is not
		obj func(n int) map[string]any
	}{
		"a set":            {8000, func(n int) map[string]any { return listed("set", texts(n, "%09d")) }},
		"a map":            {8000, func(n int) map[string]any { return listed("map", fields(n)) }},
		"a map in a map":   {8000, func(n int) map[string]any { return listed("map", map[string]any{"a": fields(n)}) }},
		"levels":           {4000, func(n int) map[string]any { return listed("deep", deep(n)) }},
		"fields at levels": {400, func(n int) map[string]any { m := fields(n * 10); m["x"] = deep(n * 2); return listed("deep", m) }},
	} {
		ctx := structural.WithBudget(context.Background(), structural.Budget{Steps: 5_000_000})
		_, err := a.Apply(ctx, apply.Request{Object: c.obj(c.n / 2), Manager: "m"})
		assert.NoError(t, err, name)
		for _, f := range []func(context.Context, apply.Request) (map[string]any, error){a.Apply, a.Update} {
			out, err := f(ctx, apply.Request{Object: c.obj(2 * c.n), Manager: "m"})
			assert.ErrorIs(t, err, structural.ErrTooMuchWork, name)
			assert.Nil(t, out, name)
		}
		_, err = a.Extract(ctx, c.obj(2*c.n), "m", "")
		assert.ErrorIs(t, err, structural.ErrTooMuchWork, name)
	}
}

func TestManagers(t *testing.T) {
	a := listing(t)
	obj := listed("map", map[string]any{})
	for i := range 1000 {
		obj["map"].(map[string]any)[fmt.Sprint(i)] = "v"
	}
	var entries []any
	for i := range 1000 {
		entries = append(entries, map[string]any{
			"manager": fmt.Sprint("m", i), "operation": "Apply", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1",
			"fieldsV1": map[string]any{"f:map": map[string]any{fmt.Sprint("f:", i): map[string]any{}}},
		})
	}
	live := structural.Clone(obj)
	live["metadata"].(map[string]any)["managedFields"] = entries
	ctx := structural.WithBudget(context.Background(), structural.Budget{Steps: 200_000})
	_, err := a.Apply(ctx, apply.Request{Object: obj, Live: live, Manager: "m"})
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	_, err = a.Update(ctx, apply.Request{Object: obj, Live: live, Manager: "m"})
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	_, err = a.Update(context.Background(), apply.Request{Object: obj, Live: live, Manager: "m"})
	assert.NoError(t, err)
}

// Diff counts the strings of an element before it makes the text of the element.
func TestLongElementsCountBefore(t *testing.T) {
	item := map[string]any{"type": "object", "properties": map[string]any{"k": map[string]any{"type": "string"}}}
	schema, errs, err := structural.FromMap(t.Context(), map[string]any{"type": "object", "properties": map[string]any{
		"set": map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string"}},
		"map": map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}, "items": item},
	}})
	require.NoError(t, err)
	require.Empty(t, errs)
	long := strings.Repeat("x", 1<<20)
	for field, element := range map[string]any{"set": long, "map": map[string]any{"k": long}} {
		ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: 1000})
		made := worktest.Allocated(func() {
			_, err := apply.Diff(ctx, schema, listed(field, []any{element}), listed(field, []any{element, "y"}))
			assert.ErrorIs(t, err, structural.ErrTooMuchWork, field)
		})
		assert.Less(t, made, uint64(len(long)), field)
	}
}

func TestContext(t *testing.T) {
	a, obj := listing(t), listed("set", []any{"a"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := a.Apply(ctx, apply.Request{Object: obj, Manager: "m"})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = a.Update(ctx, apply.Request{Object: obj, Manager: "m"})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = a.Extract(ctx, obj, "m", "")
	assert.ErrorIs(t, err, context.Canceled)
	_, err = apply.Diff(ctx, nil, nil, obj)
	assert.ErrorIs(t, err, context.Canceled)
	small := structural.WithBudget(context.Background(), structural.Budget{Steps: 3})
	_, err = apply.Diff(small, nil, nil, listed("a", map[string]any{"b": "c"}))
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
}

// TestTypesAreBuiltAtOnce checks that the first calls of several goroutines use the same types.
func TestTypesAreBuiltAtOnce(t *testing.T) {
	for range 200 {
		a := listing(t)
		var calls sync.WaitGroup
		for range 4 {
			calls.Add(1)
			go func() {
				defer calls.Done()
				_, err := a.Apply(t.Context(), apply.Request{Live: listed("set", []any{"y"}), Object: listed("set", []any{"x"}), Manager: "m"})
				assert.NoError(t, err)
			}()
		}
		calls.Wait()
	}
}

// TestTypesAreBuiltWithinTheCall checks that a call that must end while it builds the types
// of a version leaves nothing to the next one. The next call builds them, and later calls do
// not.
func TestTypesAreBuiltWithinTheCall(t *testing.T) {
	a := listing(t)
	calls := map[string]func(context.Context) error{
		"apply": func(ctx context.Context) error {
			_, err := a.Apply(ctx, apply.Request{Object: listed("set", []any{"x"}), Manager: "m"})
			return err
		},
		"update": func(ctx context.Context) error {
			_, err := a.Update(ctx, apply.Request{Object: listed("set", []any{"x"}), Manager: "m"})
			return err
		},
		"extract": func(ctx context.Context) error {
			_, err := a.Extract(ctx, listed("set", []any{"x"}), "m", "")
			return err
		},
	}
	for name, call := range calls {
		a = listing(t)
		first := worktest.Steps(t, call)
		again := worktest.Steps(t, call)
		assert.Greater(t, first, again, "%s: types are built once", name)
		for steps := int64(1); steps < first; steps++ {
			a = listing(t)
			err := call(structural.WithBudget(t.Context(), structural.Budget{Steps: steps}))
			require.ErrorIs(t, err, structural.ErrTooMuchWork, "%s, %d of %d steps", name, steps, first)
			require.NoError(t, call(t.Context()), "%s, after %d of %d steps", name, steps, first)
		}
	}
}

// Elements share the strings of their keys with a default, and each element of managed fields has
// its own text: it counts before it is written.
func TestTextOfKeysCounts(t *testing.T) {
	const bytes, elements = 1 << 20, 1000
	a, err := apply.New(crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lists.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: lists, kind: List}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          l:
            type: array
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [i, s]
            items: {type: object, required: [i], properties: {i: {type: integer}, s: {type: string, default: ""}}}
`))
	require.NoError(t, err)
	long, list := strings.Repeat("x", bytes), []any{}
	for i := range elements {
		list = append(list, map[string]any{"i": int64(i), "s": long})
	}
	obj := listed("l", list)
	for name, call := range map[string]func(context.Context, apply.Request) (map[string]any, error){"update": a.Update, "apply": a.Apply} {
		_, err = call(t.Context(), apply.Request{Object: obj, Manager: "m"})
		require.ErrorIs(t, err, structural.ErrTooMuchWork, name)
	}
}
