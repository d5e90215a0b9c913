package work

// BytesPerValue is the number of bytes of a text that count as one made value: about its
// size.
const BytesPerValue = 256

// Text counts the text of a normalized value before it is written, as made values, and
// reports whether to go on. Values that share maps, lists or strings may have a much
// longer text than they are.
func Text(w *Tracker, v any) bool {
	bytes := 0
	return countText(w, v, &bytes) && w.Make(bytes/BytesPerValue)
}

func countText(w *Tracker, v any, bytes *int) bool {
	const scalar, many = 4, 1 << 16
	*bytes += scalar
	if !w.Step(1) {
		return false
	}
	switch v := v.(type) {
	case string:
		*bytes += len(v)
	case map[string]any:
		if !w.Enter() {
			return false
		}
		defer w.Leave()
		for name, e := range v {
			if *bytes += len(name); !countText(w, e, bytes) {
				return false
			}
		}
	case []any:
		if !w.Enter() {
			return false
		}
		defer w.Leave()
		for _, e := range v {
			if !countText(w, e, bytes) {
				return false
			}
		}
	}
	if *bytes < many {
		return true
	}
	n := *bytes / BytesPerValue
	*bytes %= BytesPerValue
	return w.Make(n)
}
