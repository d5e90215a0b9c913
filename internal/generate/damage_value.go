package generate

import (
	"math"
	"strings"
)

func wrongType(g *Generator, s spot) bool {
	s.set(pick(g.chance, []any{"text", int64(7), 1.5, true, []any{}, map[string]any{}, []any{"x"}, map[string]any{"a": "b"}}))
	return true
}

func unknownField(g *Generator, s spot) bool {
	m, ok := s.get().(map[string]any)
	if !ok {
		return false
	}
	m[g.unknownName(m)] = g.benign(3)
	return true
}

func dropRequired(g *Generator, s spot) bool {
	m, ok := s.get().(map[string]any)
	required := words(s.schema, "required")
	if !ok || len(required) == 0 {
		return false
	}
	delete(m, pick(g.chance, required))
	return true
}

func integerOrFloat(g *Generator, s spot) bool {
	switch v := s.get().(type) {
	case int64:
		s.set(pick(g.chance, []any{float64(v), float64(v) + 0.5}))
	case float64:
		s.set(int64(math.Trunc(min(max(v, -1<<53), 1<<53))))
	default:
		return false
	}
	return true
}

func longString(g *Generator, s spot) bool {
	if _, ok := s.get().(string); !ok {
		return false
	}
	s.set(strings.Repeat(pick(g.chance, []string{"x", "ä", "👍", "a."}), g.between(64, 2000)))
	return true
}
