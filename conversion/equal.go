package conversion

import "github.com/seed95800270/crdschema/internal/work"

// equal reports whether two normalized JSON values are equal, as structural.Equal does. It
// returns false when w ends the call.
func equal(w *work.Tracker, a, b any) bool {
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
		return ok && w.Step(len(a)/bytesOfStep) && a == b
	case nil, bool, int64, float64:
		return a == b
	default:
		return false
	}
}

// bytesOfStep is the length of the texts that are compared in about one step.
const bytesOfStep = 256

func equalObjects(w *work.Tracker, a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if other, ok := b[name]; !ok || !equal(w, v, other) {
			return false
		}
	}
	return true
}

func equalLists(w *work.Tracker, a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if !equal(w, v, b[i]) {
			return false
		}
	}
	return true
}
