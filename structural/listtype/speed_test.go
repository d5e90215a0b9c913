package listtype

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// Short lists are compared in place. A map costs a copy of the names of its keys.
func TestShortListsAllocateNothing(t *testing.T) {
	s := schema(t, `
properties:
  set: {x-kubernetes-list-type: set}
  sets: {additionalProperties: {items: {x-kubernetes-list-type: set}}}
  map: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a], items: {properties: {x: {x-kubernetes-list-type: set}}}}
  maps: {items: {x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b, c]}}
`)
	ctx, _ := work.Share(t.Context()) // one allocation, for the work of a call
	for _, c := range []struct {
		object string
		allocs float64
	}{
		{`{}`, 0},
		{`{"set":["a","b",1,2.5,null,true,{"a":[1,"x"]},{"a":[2,"x"]},[],{}],"other":[1,1]}`, 0},
		{`{"sets":{"a":[[1,2,3],[]],"b":[[{"a":1},{"a":1.5}]]}}`, 0},
		{`{"map":[{"a":"only","x":[1,2]}],"maps":[[],[null]]}`, 0},
		{`{"map":[{"a":1},{"a":2,"x":["a","b"]},{"b":1},{"a":[1]},{"a":[2]}]}`, 1},
		{`{"maps":[[{"a":1,"b":2},{"a":1,"c":2},{"a":1},{"a":1,"b":3},{},{"c":1}]]}`, 1},
	} {
		object := fromJSON(t, c.object)
		assert.Empty(t, check(t, object, s).Texts(), c.object)
		assert.Equal(t, c.allocs, testing.AllocsPerRun(10, func() { _, _ = Validate(ctx, object, s) }), c.object)
	}
}

var lists = map[string]struct {
	schema  string
	element func(i int) any
}{
	"set of strings": {`{x-kubernetes-list-type: set}`, func(i int) any { return fmt.Sprint("element ", i) }},
	"set of objects": {`{x-kubernetes-list-type: set}`, func(i int) any { return map[string]any{"a": int64(i), "b": "x"} }},
	"one key": {`{x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a]}`, func(i int) any {
		return map[string]any{"a": fmt.Sprint("element ", i), "b": "x"}
	}},
	"two keys": {`{x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b]}`, func(i int) any {
		return map[string]any{"a": int64(i / 2), "b": i%2 == 0, "c": "x"}
	}},
}

func BenchmarkGrowth(b *testing.B) {
	ctx, _ := work.Share(work.WithBudget(b.Context(), budget.Budget{Steps: math.MaxInt64}))
	for name, kind := range lists {
		s := schema(b, `{properties: {l: `+kind.schema+`}}`)
		for n := 1_000; n <= 1_000_000; n *= 10 {
			list := make([]any, n)
			for i := range list {
				list[i] = kind.element(i)
			}
			object := map[string]any{"l": list}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					_, _ = Validate(ctx, object, s)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
			})
		}
	}
}

func BenchmarkShort(b *testing.B) {
	ctx, _ := work.Share(work.WithBudget(b.Context(), budget.Budget{Steps: math.MaxInt64}))
	for name, kind := range lists {
		s := schema(b, `{properties: {l: `+kind.schema+`}}`)
		for _, n := range []int{2, 3, 4, 5, 8, 16, 32, 33} {
			list := make([]any, n)
			for i := range list {
				list[i] = kind.element(i)
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					benchmarked, _ = Validate(ctx, map[string]any{"l": list}, s)
				}
			})
		}
	}
}

var benchmarked structural.Errors
