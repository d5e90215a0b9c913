package generate

import (
	"slices"
	"strconv"
)

func violateBound(g *Generator, s typedRef) bool {
	switch v := s.get().(type) {
	case string:
		return violateString(g, s)
	case int64, float64:
		return violateNumber(g, s)
	case []any:
		return violateItems(g, s, v)
	case map[string]any:
		return violateProperties(g, s, v)
	default:
		return false
	}
}

func violateString(g *Generator, s typedRef) bool {
	var out []any
	if has(s.schema, "maxLength") {
		out = append(out, g.word(min(count(s.schema, "maxLength", 0), mostRunes)+g.below(2)))
	}
	if has(s.schema, "minLength") {
		out = append(out, g.word(max(min(count(s.schema, "minLength", 0), mostRunes)-1, 0)))
	}
	if p, ok := find(patterns, text(s.schema, "pattern")); ok {
		out = append(out, anys(p.miss)...)
	}
	if f, ok := find(formats, text(s.schema, "format")); ok {
		out = append(out, anys(f.miss)...)
	}
	if has(s.schema, "enum") {
		out = append(out, "not-in-the-enum")
	}
	return g.setOneOf(s, out)
}

func violateNumber(g *Generator, s typedRef) bool {
	var out []any
	for _, keyword := range []string{"minimum", "maximum", "multipleOf"} {
		if b, ok := number(s.schema, keyword); ok && b > -1e15 && b < 1e15 {
			out = append(out, int64(b), int64(b)+1, int64(b)-1, b, b+0.5, b-0.5)
		}
	}
	switch text(s.schema, "format") {
	case "int32":
		out = append(out, int64(1<<31), int64(-1<<31), int64(-1<<31-1), 4e9)
	case "float":
		out = append(out, 1e39, -1e39)
	}
	if has(s.schema, "enum") {
		out = append(out, int64(12345), 1.5, 0.0)
	}
	return g.setOneOf(s, out)
}

func (g *Generator) setOneOf(s typedRef, values []any) bool {
	if len(values) == 0 {
		return false
	}
	s.set(pick(g.random, values))
	return true
}

func violateItems(g *Generator, s typedRef, v []any) bool {
	switch {
	case has(s.schema, "minItems") && g.percent(50):
		s.set(v[:min(len(v), max(count(s.schema, "minItems", 0)-1, 0))])
	case has(s.schema, "maxItems") && len(v) > 0:
		for len(v) < min(count(s.schema, "maxItems", 0)+1, mostItems) {
			v = append(slices.Clone(v), clone(v[len(v)-1]))
		}
		s.set(v)
	default:
		return false
	}
	return true
}

func violateProperties(g *Generator, s typedRef, v map[string]any) bool {
	switch {
	case has(s.schema, "minProperties") && g.percent(50):
		for _, name := range keys(v)[:max(len(v)-max(count(s.schema, "minProperties", 0)-1, 0), 0)] {
			delete(v, name)
		}
	case has(s.schema, "maxProperties"):
		for i := range min(max(count(s.schema, "maxProperties", 0)+1-len(v), 0), mostFields) {
			v["extra"+strconv.Itoa(i)] = "x"
		}
	default:
		return false
	}
	return true
}

func lengthenList(g *Generator, s typedRef) bool {
	l, ok := s.get().([]any)
	if !ok || len(l) == 0 {
		return false
	}
	for range g.between(1, min(count(s.schema, "maxItems", 3), mostItems)) {
		l = append(l, clone(pick(g.random, l)))
	}
	s.set(l)
	return true
}

func repeatElement(g *Generator, s typedRef) bool {
	l, ok := s.get().([]any)
	if !ok || len(l) == 0 {
		return false
	}
	again := clone(pick(g.random, l))
	if m, ok := again.(map[string]any); ok && g.percent(50) {
		for _, name := range without(keys(m), words(s.schema, "x-kubernetes-list-map-keys")) {
			delete(m, name)
		}
	}
	s.set(slices.Insert(l, g.below(len(l)+1), again))
	return true
}

func oddElement(g *Generator, s typedRef) bool {
	l, ok := s.get().([]any)
	if !ok {
		return false
	}
	odd := pick(g.random, []any{nil, nil, "x", int64(1), []any{}, map[string]any{}, map[string]any{"a": nil}})
	s.set(slices.Insert(l, g.below(len(l)+1), odd))
	return true
}

func reorder(g *Generator, s typedRef) bool {
	l, ok := s.get().([]any)
	if !ok || len(l) < 2 {
		return false
	}
	s.set(shuffled(g.random, l))
	return true
}

func changeKey(g *Generator, s typedRef) bool {
	names := words(s.schema, "x-kubernetes-list-map-keys")
	l, _ := s.get().([]any)
	if len(names) == 0 || len(l) == 0 {
		return false
	}
	m, ok := pick(g.random, l).(map[string]any)
	if !ok {
		return false
	}
	name := pick(g.random, names)
	if g.percent(30) {
		delete(m, name)
	} else {
		m[name] = pick(g.random, []any{nil, "a", int64(1), 1.0, true, []any{"x"}, map[string]any{}})
	}
	return true
}
