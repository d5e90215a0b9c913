package contrary

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Object returns an object that resembles an instance of a schema.
func Object(r *rand.Rand, schema map[string]any) map[string]any {
	for range 3 {
		if obj, ok := value(r, schema, 5).(map[string]any); ok {
			return obj
		}
	}
	return fields(r, schema, 5)
}

// Value returns a value of any type that resembles an instance of a schema.
func Value(r *rand.Rand, schema map[string]any) any { return value(r, schema, 5) }

func value(r *rand.Rand, s map[string]any, levels int) any {
	if r.IntN(8) == 0 || levels == 0 {
		return sample(r)
	}
	if enum, _ := s["enum"].([]any); len(enum) > 0 && r.IntN(2) == 0 {
		return one(r, enum...)
	}
	for _, junctor := range []string{"allOf", "anyOf", "oneOf"} {
		if branches, _ := s[junctor].([]any); len(branches) > 0 && r.IntN(6) == 0 {
			branch, _ := one(r, branches...).(map[string]any)
			return value(r, branch, levels-1)
		}
	}
	switch {
	case s["properties"] != nil || s["type"] == "object":
		return fields(r, s, levels)
	case s["items"] != nil || s["type"] == "array":
		items, _ := s["items"].(map[string]any)
		return several(r.IntN(12), func() any { return value(r, items, levels-1) })
	}
	return ofType(r, s["type"])
}

func fields(r *rand.Rand, s map[string]any, levels int) map[string]any {
	out := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if r.IntN(4) > 0 {
			property, _ := properties[name].(map[string]any)
			out[name] = value(r, property, levels-1)
		}
	}
	if more, _ := s["additionalProperties"].(map[string]any); more != nil {
		for range r.IntN(3) {
			out[one(r, names...)] = value(r, more, levels-1)
		}
	}
	if r.IntN(6) == 0 {
		out[one(r, names...)] = sample(r)
	}
	return out
}

// ofType returns a sample of a type, if it finds one in a few tries.
func ofType(r *rand.Rand, name any) any {
	for range 20 {
		v := sample(r)
		fits := false
		switch v.(type) {
		case string:
			fits = name == "string"
		case int64:
			fits = name == "integer" || name == "number"
		case float64:
			fits = name == "number" || name == "integer" && r.IntN(3) == 0
		case bool:
			fits = name == "boolean"
		}
		if fits {
			return v
		}
	}
	return sample(r)
}
