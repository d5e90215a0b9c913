package work

// bytesPerStep is the number of bytes of a text that are compared in about one step.
const bytesPerStep = 256

// Equal reports what structural.Equal reports, and counts. It looks at all fields of two
// maps even after a difference, so that the steps do not depend on their order. It returns
// false if the work fails, or beyond [MaxLevels] levels.
func Equal(w *Tracker, a, b any) bool {
	if !w.Step(1) {
		return false
	}
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalObjects(w, a, b)
	case []any:
		b, ok := b.([]any)
		return ok && equalLists(w, a, b)
	case string:
		b, ok := b.(string)
		return ok && w.Step(len(a)/bytesPerStep) && a == b
	case nil, bool, int64, float64:
		return a == b
	default:
		return false
	}
}

func equalObjects(w *Tracker, a, b map[string]any) bool {
	if len(a) != len(b) || !w.Enter() {
		return false
	}
	defer w.Leave()
	equal := true
	for name, v := range a {
		other, ok := b[name]
		equal = ok && Equal(w, v, other) && equal
		if w.Failed() {
			return false
		}
	}
	return equal
}

func equalLists(w *Tracker, a, b []any) bool {
	if len(a) != len(b) || !w.Enter() {
		return false
	}
	defer w.Leave()
	for i, v := range a {
		if !Equal(w, v, b[i]) {
			return false
		}
	}
	return true
}
