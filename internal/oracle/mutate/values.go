package mutate

import "math/rand/v2"

// randomValue is a small JSON value of any type, at most depth levels deep.
func randomValue(r *rand.Rand, depth int) any {
	kinds := 8
	if depth == 0 {
		kinds = 6
	}
	switch r.IntN(kinds) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return oneOf(r, "", "text", "1", "10Mi", "2024-01-01")
	case 3:
		return int64(r.IntN(100)) - 10
	case 4:
		return oneOf(r, 0.5, 1.0, -2.25, 1e21)
	case 5:
		return oneOf[any](r, map[string]any{}, []any{})
	case 6:
		return []any{randomValue(r, depth-1), randomValue(r, depth-1)}
	default:
		return map[string]any{"a": randomValue(r, depth-1), "name": randomValue(r, depth-1)}
	}
}

// otherType is a value of another type than v, with something of v in it
// where that makes sense.
func otherType(r *rand.Rand, v any) any {
	others := []any{"text", int64(1), 1.5, 2.0, true, map[string]any{}, []any{}, []any{v}, map[string]any{"value": v}}
	for {
		other := others[r.IntN(len(others))]
		if typeOf(other) != typeOf(v) {
			return other
		}
	}
}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case int64:
		return "integer"
	case float64:
		return "number"
	case []any:
		return "array"
	default:
		return "object"
	}
}
