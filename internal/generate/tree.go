package generate

import (
	"maps"
	"slices"
)

// Schemas are read with these functions, which take any JSON for any keyword:
// what has the wrong type is not there.

// keys are the keys of a map in byte order.
func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

func object(s map[string]any, keyword string) map[string]any {
	m, _ := s[keyword].(map[string]any)
	return m
}

func list(s map[string]any, keyword string) []any {
	l, _ := s[keyword].([]any)
	return l
}

func text(s map[string]any, keyword string) string {
	t, _ := s[keyword].(string)
	return t
}

func isTrue(s map[string]any, keyword string) bool {
	b, _ := s[keyword].(bool)
	return b
}

func has(s map[string]any, keyword string) bool {
	_, ok := s[keyword]
	return ok
}

// number is a bound, as an integer or a fraction.
func number(s map[string]any, keyword string) (float64, bool) {
	switch n := s[keyword].(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	default:
		return 0, false
	}
}

// count is a bound on a length, absent if it is not there.
func count(s map[string]any, keyword string, absent int) int {
	n, ok := number(s, keyword)
	if !ok {
		return absent
	}
	return int(min(max(n, 0), 1<<20))
}

// words are the strings in a list.
func words(s map[string]any, keyword string) []string {
	var out []string
	for _, e := range list(s, keyword) {
		if w, ok := e.(string); ok {
			out = append(out, w)
		}
	}
	return out
}

// schemas are the objects in a list.
func schemas(s map[string]any, keyword string) []map[string]any {
	var out []map[string]any
	for _, e := range list(s, keyword) {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// anys is a list of JSON values.
func anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = e
	}
	return out
}

// clone is a deep copy.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return cloneMap(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	default:
		return v
	}
}

func cloneMap(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, e := range m {
		out[k] = clone(e)
	}
	return out
}
