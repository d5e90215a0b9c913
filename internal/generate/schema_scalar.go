package generate

import (
	"encoding/json"
	"maps"
	"slices"
)

func (g *Generator) scalar(typ string) map[string]any {
	s := map[string]any{"type": typ}
	if g.percent(55) {
		maps.Copy(s, g.limits(typ))
	}
	return s
}

func (g *Generator) limits(typ string) map[string]any {
	switch typ {
	case "string":
		return g.stringLimits()
	case "integer":
		return g.integerLimits()
	case "number":
		return g.numberLimits()
	case "boolean":
		return g.booleanLimits()
	default:
		return map[string]any{}
	}
}

func (g *Generator) stringLimits() map[string]any {
	s := map[string]any{}
	switch g.weighted(25, 20, 25, 25, 5) {
	case 0:
		s["pattern"] = pick(g.random, patterns).is
	case 1:
		s["format"] = pick(g.random, formats).is
	case 2:
		s["enum"] = anys(some(g.random, []string{"", "a", "B", "mode-1", "über", "x.y", `q"`}))
	case 3:
		g.interval(s, "minLength", "maxLength", g.below(6), g.between(6, 40))
	default:
		s["format"] = pick(g.random, otherFormats)
	}
	return s
}

func (g *Generator) interval(s map[string]any, lower, upper string, lo, hi int) {
	which := g.below(3)
	if which != 0 {
		s[upper] = int64(hi)
	}
	if which != 1 {
		s[lower] = int64(lo)
	}
}

func (g *Generator) integerLimits() map[string]any {
	s := map[string]any{}
	switch g.weighted(55, 25, 10, 10) {
	case 0:
		g.interval(s, "minimum", "maximum", g.between(-5, 5), g.between(10, 200))
		g.exclude(s)
	case 1:
		s["enum"] = anys(some(g.random, []int64{0, 1, 2, -3, 80, 443, 1 << 40}))
	case 2:
		s["multipleOf"] = int64(g.between(1, 5))
	default:
		s["format"] = pick(g.random, []string{"int32", "int64"})
	}
	return s
}

func (g *Generator) numberLimits() map[string]any {
	s := map[string]any{}
	switch g.weighted(40, 15, 20, 10, 15) {
	case 0:
		s["minimum"], s["maximum"] = float64(g.between(-8, 8))+0.5, float64(g.between(10, 99))+0.25
		g.exclude(s)
	case 1:
		g.interval(s, "minimum", "maximum", g.between(-5, 5), g.between(10, 200))
		g.exclude(s)
	case 2:
		s["enum"] = anys(some(g.random, []float64{0.5, 1.25, -2.75, 1e-9, 1e30}))
	case 3:
		s["multipleOf"] = pick(g.random, []any{0.5, 0.25, int64(1), int64(2)})
	default:
		s["format"] = pick(g.random, []string{"float", "double"})
	}
	return s
}

func (g *Generator) exclude(s map[string]any) {
	for _, keyword := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
		if g.percent(15) {
			s[keyword] = g.percent(75)
		}
	}
}

func (g *Generator) booleanLimits() map[string]any {
	if g.percent(70) {
		return map[string]any{}
	}
	return map[string]any{"enum": []any{g.percent(50)}}
}

func (g *Generator) intOrString() map[string]any {
	s := map[string]any{"x-kubernetes-int-or-string": true}
	typ := pick(g.random, []string{"string", "integer"}) // the type that the limits allow
	switch g.weighted(40, 30, 20, 10) {
	case 0:
	case 1:
		s["anyOf"] = integerOrString()
	case 2:
		s["allOf"] = g.integerOrStringInAllOf(typ)
	default:
		s["type"] = typ
	}
	if more := maps.Clone(s); g.percent(25) {
		maps.Copy(more, g.untyped(typ))
		if satisfies(more, g.witness(more)) {
			return more
		}
	}
	return s
}

// untyped returns limits for a node without a type. It sets no format for other types than
// string, because the server applies string formats to any value there, and no format that
// other strings may satisfy by accident.
func (g *Generator) untyped(typ string) map[string]any {
	s := g.limits(typ)
	if typ != "string" || slices.Contains(looseFormats, text(s, "format")) {
		delete(s, "format")
	}
	return s
}

func (g *Generator) integerOrStringInAllOf(typ string) []any {
	first := map[string]any{"anyOf": integerOrString()}
	if g.percent(20) {
		maps.Copy(first, g.untyped(typ))
	}
	out := []any{first}
	if g.percent(40) {
		out = append(out, g.untyped(typ))
	}
	return out
}

func integerOrString() []any {
	return []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}
}

func (g *Generator) witness(s map[string]any) any {
	d := drafter{Generator: g, left: 12, tries: 4, plain: true}
	return d.value(s)
}

func (g *Generator) addDefault(s map[string]any, at nodeContext) {
	if at.demand.has(unchecked) && g.percent(8) {
		s["default"] = g.benign(2)
		return
	}
	v := g.witness(s)
	if v == nil || !satisfies(s, v) || !survivesJSON(v) {
		return
	}
	if m, ok := v.(map[string]any); ok {
		g.addUnknown(m, s)
	}
	s["default"] = v
}

// addUnknown adds fields to a default that the server removes: unknown metadata of embedded
// resources, and others if the generator may add them.
func (g *Generator) addUnknown(m, s map[string]any) {
	if metadata := object(m, "metadata"); isTrue(s, embeddedKeyword) && metadata != nil && g.percent(40) {
		name := pick(g.random, []string{"unknown", "a.b", "Labels", ""})
		metadata[name] = g.benign(1)
	}
	if g.unpruned && g.percent(50) {
		m[g.unknownName(m)] = g.benign(2)
	}
}

// survivesJSON reports whether numbers keep their types in JSON text.
func survivesJSON(v any) bool {
	switch v := v.(type) {
	case float64:
		text, err := json.Marshal(v)
		return err == nil && (v > 1<<63 || v < -1<<63 || slices.ContainsFunc(text, func(b byte) bool { return b == '.' || b == 'e' }))
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !survivesJSON(e) })
	case map[string]any:
		for _, e := range v {
			if !survivesJSON(e) {
				return false
			}
		}
	}
	return true
}
