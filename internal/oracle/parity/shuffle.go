package parity

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Shuffled returns a copy of v, a JSON value, whose maps are built in random order: a small
// map is always visited in the order of insertion, from a random start.
func Shuffled[T any](v T) T {
	out, _ := shuffled(v).(T)
	return out
}

func shuffled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		names := slices.Collect(maps.Keys(v))
		rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		out := make(map[string]any, len(v))
		for _, name := range names {
			out[name] = shuffled(v[name])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = shuffled(e)
		}
		return out
	}
	return v
}
