package work

// Clone returns a deep copy of a normalized JSON value, which shares nothing with v but strings. It
// counts the values that it copies. When the call has to end, or if v has too many levels, see
// [Tracker.Enter], the result means nothing and may share memory with v.
func Clone[T any](w *Tracker, v T) T {
	out, _ := cloneValue(w, v).(T)
	return out
}

func cloneValue(w *Tracker, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil || !w.Step(1+len(v)) || !w.Enter() {
			return v
		}
		defer w.Leave()
		out := make(map[string]any, len(v))
		for name, e := range v {
			out[name] = cloneValue(w, e)
		}
		return out
	case []any:
		if v == nil || !w.Step(1+len(v)) || !w.Enter() {
			return v
		}
		defer w.Leave()
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = cloneValue(w, e)
		}
		return out
	default:
		return v
	}
}
