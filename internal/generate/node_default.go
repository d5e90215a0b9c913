package generate

import (
	"encoding/json"
	"slices"
)

// witness is a small value, fit to stand in a schema, found within few tries
// or not at all.
func (g *Generator) witness(s map[string]any) any {
	d := drafter{Generator: g, left: 12, tries: 4, plain: true}
	return d.value(s)
}

// addDefault gives a node a default that satisfies it.
func (g *Generator) addDefault(s map[string]any, at site) {
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

// addUnknown adds to the default of a node what a server removes from it: quietly
// from embedded metadata, otherwise only where it does not refuse it.
func (g *Generator) addUnknown(m, s map[string]any) {
	if metadata := object(m, "metadata"); isTrue(s, embeddedKeyword) && metadata != nil && g.percent(40) {
		name := pick(g.chance, []string{"unknown", "a.b", "Labels", ""})
		metadata[name] = g.benign(1)
	}
	if g.unpruned && g.percent(50) {
		m[g.unknownName(m)] = g.benign(2)
	}
}

// survivesJSON tells whether a value keeps its kinds in JSON text.
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
