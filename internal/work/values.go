package work

// Values returns the number of values in v, itself included. It counts no steps.
func Values(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += Values(e)
		}
	case []any:
		for _, e := range v {
			n += Values(e)
		}
	}
	return n
}
