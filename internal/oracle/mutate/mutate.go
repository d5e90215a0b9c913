// Package mutate damages objects in the ways in which real ones are damaged:
// misspelt, missing, unknown and moved keys, wrong types, nulls, absurd sizes
// and depths.
//
// The same random source always gives the same result. What comes out is made of
// JSON values only and never larger than a request may be.
package mutate

import (
	"math/rand/v2"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// Object returns a copy of obj with n mutations. obj is not changed and shares
// nothing with the result.
func Object(r *rand.Rand, obj map[string]any, n int) map[string]any {
	out := runtime.DeepCopyJSON(obj)
	for range n {
		places := collect(out)
		if len(places) == 0 {
			return out
		}
		p := places[r.IntN(len(places))]
		mutations[r.IntN(len(mutations))](r, p, places)
	}
	return out
}

// place is where a value stands: under a key of a map or at an index of a list.
type place struct {
	parent any // map[string]any or []any
	key    string
	index  int
	// replaceParent puts another list in the place of the parent list.
	replaceParent func([]any)
}

func (p place) get() any {
	switch parent := p.parent.(type) {
	case map[string]any:
		return parent[p.key]
	case []any:
		return parent[p.index]
	}
	return nil
}

func (p place) set(v any) {
	switch parent := p.parent.(type) {
	case map[string]any:
		parent[p.key] = v
	case []any:
		parent[p.index] = v
	}
}

// collect lists all places below a map, keys in order, so that the choice of
// one depends on the random source alone.
func collect(m map[string]any) []place {
	var out []place
	collectMap(&out, m)
	return out
}

func collectMap(out *[]place, m map[string]any) {
	for _, k := range sortedKeys(m) {
		p := place{parent: m, key: k}
		*out = append(*out, p)
		collectBelow(out, p)
	}
}

func collectBelow(out *[]place, p place) {
	switch v := p.get().(type) {
	case map[string]any:
		collectMap(out, v)
	case []any:
		replace := func(list []any) { p.set(list) }
		for i := range v {
			e := place{parent: v, index: i, replaceParent: replace}
			*out = append(*out, e)
			collectBelow(out, e)
		}
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
