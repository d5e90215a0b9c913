package generate

// slot is a position in a JSON value that can be overwritten.
type slot struct {
	holder any // map[string]any or []any
	key    string
	index  int
}

func (s slot) get() any {
	if m, ok := s.holder.(map[string]any); ok {
		return m[s.key]
	}
	return s.holder.([]any)[s.index]
}

func (s slot) set(v any) {
	if m, ok := s.holder.(map[string]any); ok {
		m[s.key] = v
		return
	}
	s.holder.([]any)[s.index] = v
}

// slots are the slot s and all below it, in byte order of the keys.
func (s slot) slots() []slot {
	out := []slot{s}
	for i := 0; i < len(out); i++ {
		switch v := out[i].get().(type) {
		case map[string]any:
			for _, key := range keys(v) {
				out = append(out, slot{holder: v, key: key})
			}
		case []any:
			for j := range v {
				out = append(out, slot{holder: v, index: j})
			}
		}
	}
	return out
}
