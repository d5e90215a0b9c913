// Package contrary generates schemas that contradict themselves and values at the
// limits of what they allow: few names, so that the same ones recur, nested
// junctors, bounds of every sign with types that they do not fit, formats of other
// types.
//
// The server rejects most of these schemas but decodes all of them. Package
// generate generates plausible ones.
//
// Results depend only on the random source, and share nothing with each other or
// with arguments.
package contrary

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// names are the field names of schemas and objects.
var names = []string{"a", "b", "c", "name", "namespace", "kind", "apiVersion", "x.y", "", "spec", "status", "metadata", "unknown", "k[0]"}

func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// pick returns a key of a map that is not empty.
func pick(r *rand.Rand, m map[string]any) string { return one(r, slices.Sorted(maps.Keys(m))...) }
