package structural

// Equal tells whether two normalised JSON values are the same, with 1 and 1.0,
// an int64 and a float64, different from each other. Passing anything but
// normalised values gives false, so that it never panics.
//
// It is reflect.DeepEqual on such values, which a server uses for defaults
// before and after pruning. The server's semantic equality of objects comes to the
// same on such values; that of schemas does not, see [SemanticEqual].
func Equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalObjects(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && equalLists(a, b)
	case nil, bool, string, int64, float64:
		return a == b
	default:
		return false
	}
}

func equalObjects(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if w, ok := b[name]; !ok || !Equal(v, w) {
			return false
		}
	}
	return true
}

func equalLists(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if !Equal(v, b[i]) {
			return false
		}
	}
	return true
}
