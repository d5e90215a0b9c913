package contrary

import "math/rand/v2"

// Schema returns a schema of up to the given number of levels below the root,
// including branches of junctors.
func Schema(r *rand.Rand, levels int) map[string]any {
	s := map[string]any{}
	addType(r, s)
	fill(r, s, levels)
	return s
}

// branch returns a schema for a branch of a junctor, often without a type.
func branch(r *rand.Rand, levels int) map[string]any {
	s := map[string]any{}
	if r.IntN(2) == 0 {
		addType(r, s)
	}
	fill(r, s, levels)
	return s
}

func addType(r *rand.Rand, s map[string]any) {
	if r.IntN(12) > 0 {
		s["type"] = one[any](r, "object", "object", "array", "string", "integer", "number", "boolean")
	}
}

// limits are keywords that make values invalid: each is set once in odds times to
// one of the values.
var limits = []struct {
	odds   int
	names  []string
	values []any
}{
	{6, []string{"nullable"}, []any{true}},
	{4, []string{"format"}, []any{"date-time", "date", "int32", "int64", "float", "double", "byte", "uuid", "k8s-short-name", "foo", "password", "ipv4", "duration", "float64", "datetime", "-"}},
	{7, []string{"maximum", "minimum", "multipleOf"}, []any{int64(0), int64(1), int64(2), int64(3), -1.0, 0.5, 1.5, 2.5, int64(100), 1e30, -1e30, 0x1p31, 3e9, 1e-3, int64(1) << 62}},
	{4, []string{"exclusiveMaximum", "exclusiveMinimum"}, []any{true}},
	{9, []string{"maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"}, []any{int64(0), int64(1), int64(1), int64(2), int64(3), int64(-1), int64(40)}},
	{20, []string{"uniqueItems"}, []any{true}},
	{7, []string{"pattern"}, []any{"^a", "^[a-z]+$", "x*", "(", "", "[0-9]", "'", "^.{2}$"}},
}

func fill(r *rand.Rand, s map[string]any, levels int) {
	if r.IntN(10) == 0 {
		s["x-kubernetes-int-or-string"] = true
		if r.IntN(2) == 0 {
			delete(s, "type")
		}
	}
	for _, limit := range limits {
		for _, name := range limit.names {
			if r.IntN(limit.odds) == 0 {
				s[name] = one(r, limit.values...)
			}
		}
	}
	if r.IntN(6) == 0 {
		s["enum"] = several(r.IntN(5), func() any { return textual(sample(r)) })
	}
	if r.IntN(5) == 0 {
		s["required"] = several(1+r.IntN(3), func() any { return one(r, names...) })
	}
	if levels > 0 {
		nest(r, s, levels-1)
	}
}

func nest(r *rand.Rand, s map[string]any, levels int) {
	switch {
	case s["type"] == "object" || r.IntN(6) == 0:
		nestFields(r, s, levels)
	case s["type"] == "array" || r.IntN(6) == 0:
		nestItems(r, s, levels)
	}
	for _, junctor := range []string{"allOf", "anyOf", "oneOf"} {
		if r.IntN(5) == 0 {
			s[junctor] = several(1+r.IntN(3), func() any { return branch(r, levels) })
		}
	}
	if r.IntN(10) == 0 {
		s["not"] = branch(r, levels)
	}
}

func nestFields(r *rand.Rand, s map[string]any, levels int) {
	properties := map[string]any{}
	for range r.IntN(4) {
		properties[one(r, names...)] = Schema(r, levels)
	}
	s["properties"] = properties
	switch r.IntN(6) {
	case 0:
		s["additionalProperties"] = Schema(r, levels)
	case 1:
		s["additionalProperties"] = false
	case 2:
		s["additionalProperties"] = true
	}
	if r.IntN(5) == 0 {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
}

func nestItems(r *rand.Rand, s map[string]any, levels int) {
	if r.IntN(10) > 0 {
		s["items"] = Schema(r, levels)
	}
	switch r.IntN(5) {
	case 0:
		s["x-kubernetes-list-type"] = "atomic"
	case 1:
		s["x-kubernetes-list-type"] = "set"
	case 2, 3:
		s["x-kubernetes-list-type"] = "map"
		if r.IntN(8) > 0 {
			s["x-kubernetes-list-map-keys"] = one(r, []any{"name"}, []any{"name", "namespace"}, []any{"a"}, []any{"b", "a"})
		}
	}
}

func several(n int, make func() any) []any {
	out := []any{}
	for range n {
		out = append(out, make())
	}
	return out
}
