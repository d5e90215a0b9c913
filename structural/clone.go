package structural

// Clone is a deep copy of a normalised JSON value: maps and lists are new,
// nothing is shared but strings. It copies what it is given without checking:
// pass a value that may be cyclic through [Normalize] first.
func Clone[T any](v T) T {
	out, _ := cloneValue(v).(T)
	return out
}

func cloneValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return v
		}
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = cloneValue(e)
		}
		return out
	case []any:
		if v == nil {
			return v
		}
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = cloneValue(e)
		}
		return out
	default:
		return v
	}
}
