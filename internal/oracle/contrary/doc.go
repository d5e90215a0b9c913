// Package contrary makes schemas that contradict themselves and values on the
// edge of what they allow: few names, so that they meet, junctors inside of
// junctors, bounds of every sign beside types that they do not fit, formats that
// are known for other types.
//
// A server refuses most of these schemas but reads all of them. Package generate
// makes the plausible ones.
//
// Everything depends on the random source alone, and nothing is shared between
// results or with arguments.
package contrary

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// names are the field names of schemas and objects.
var names = []string{"a", "b", "c", "name", "namespace", "kind", "apiVersion", "x.y", "", "spec", "status", "metadata", "unknown", "k[0]"}

func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// pick is a key of a map that is not empty.
func pick(r *rand.Rand, m map[string]any) string { return one(r, slices.Sorted(maps.Keys(m))...) }
