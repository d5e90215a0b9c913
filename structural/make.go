package structural

// MakeDefault returns what [Schema.Default] returns, but counts before it copies: it calls count
// with the number of values that it is about to make, 1 for the default and then the fields or
// elements of each map and list. It returns false if there is no default or if count returns
// false.
func (s *Schema) MakeDefault(count func(values int) bool) (v any, ok bool) {
	if !s.HasDefault() || !count(1) {
		return nil, false
	}
	return makeCopy(s.def, count)
}

// makeCopy returns a copy of v. It counts the values inside of v, not v itself.
func makeCopy(v any, count func(int) bool) (any, bool) {
	switch v := v.(type) {
	case map[string]any:
		return makeObject(v, count)
	case []any:
		return makeList(v, count)
	default:
		return v, true
	}
}

func makeObject(m map[string]any, count func(int) bool) (any, bool) {
	if !count(len(m)) {
		return nil, false
	}
	out := make(map[string]any, len(m))
	for k, e := range m {
		v, ok := makeCopy(e, count)
		if !ok {
			return nil, false
		}
		out[k] = v
	}
	return out, true
}

func makeList(l []any, count func(int) bool) (any, bool) {
	if !count(len(l)) {
		return nil, false
	}
	out := make([]any, len(l))
	for i, e := range l {
		v, ok := makeCopy(e, count)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}
