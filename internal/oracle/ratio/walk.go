package ratio

// Walk visits every node of every object and returns how many there are.
func Walk(objects []map[string]any) int {
	n := 0
	for _, o := range objects {
		n += walk(o)
	}
	return n
}

func walk(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += walk(e)
		}
	case []any:
		for _, e := range v {
			n += walk(e)
		}
	}
	return n
}
