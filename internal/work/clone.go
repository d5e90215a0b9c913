package work

// Clone returns a deep copy of a normalized JSON value and counts the copied values. It is
// undefined and may share memory with v if the work fails, or beyond [MaxLevels] levels.
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
