package generate

import "slices"

// lengthenList repeats elements until the list may be too long.
func lengthenList(g *Generator, s spot) bool {
	l, ok := s.get().([]any)
	if !ok || len(l) == 0 {
		return false
	}
	for range g.between(1, min(count(s.schema, "maxItems", 3), mostItems)) {
		l = append(l, clone(pick(g.chance, l)))
	}
	s.set(l)
	return true
}

// repeatElement adds an element that is already there, or has its keys.
func repeatElement(g *Generator, s spot) bool {
	l, ok := s.get().([]any)
	if !ok || len(l) == 0 {
		return false
	}
	again := clone(pick(g.chance, l))
	if m, ok := again.(map[string]any); ok && g.percent(50) {
		for _, name := range without(keys(m), words(s.schema, "x-kubernetes-list-map-keys")) {
			delete(m, name)
		}
	}
	s.set(slices.Insert(l, g.below(len(l)+1), again))
	return true
}

// oddElement adds an element that hardly any list expects.
func oddElement(g *Generator, s spot) bool {
	l, ok := s.get().([]any)
	if !ok {
		return false
	}
	odd := pick(g.chance, []any{nil, nil, "x", int64(1), []any{}, map[string]any{}, map[string]any{"a": nil}})
	s.set(slices.Insert(l, g.below(len(l)+1), odd))
	return true
}

func reorder(g *Generator, s spot) bool {
	l, ok := s.get().([]any)
	if !ok || len(l) < 2 {
		return false
	}
	s.set(shuffled(g.chance, l))
	return true
}

// changeKey changes, nulls or drops a key of an element of a keyed list.
func changeKey(g *Generator, s spot) bool {
	names := words(s.schema, "x-kubernetes-list-map-keys")
	l, _ := s.get().([]any)
	if len(names) == 0 || len(l) == 0 {
		return false
	}
	m, ok := pick(g.chance, l).(map[string]any)
	if !ok {
		return false
	}
	name := pick(g.chance, names)
	if g.percent(30) {
		delete(m, name)
	} else {
		m[name] = pick(g.chance, []any{nil, "a", int64(1), 1.0, true, []any{"x"}, map[string]any{}})
	}
	return true
}
