package generate

import "slices"

// array is a list of one of the list types or of none.
func (g *Generator) array(at site) map[string]any {
	switch g.weighted(50, 8, 14, 28) {
	case 0:
		return g.plainArray(at)
	case 1:
		s := g.plainArray(at)
		s["x-kubernetes-list-type"] = "atomic"
		return s
	case 2:
		return g.setArray(at)
	default:
		return g.mapArray(at)
	}
}

func (g *Generator) plainArray(at site) map[string]any {
	s := map[string]any{"type": "array", "items": g.node(at.inner(at.nodes-1, 0))}
	if g.percent(25) {
		g.interval(s, "minItems", "maxItems", g.below(3), g.between(3, 8))
	}
	if g.percent(4) {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	return s
}

// setArray is a list of unique elements: scalars, or what counts as one.
func (g *Generator) setArray(at site) map[string]any {
	s := map[string]any{"type": "array", "x-kubernetes-list-type": "set"}
	inner := at.inner(at.nodes-1, notNullable)
	var items map[string]any
	switch g.weighted(80, 12, 8) {
	case 0:
		items = g.scalar(pick(g.chance, []string{"string", "string", "integer", "number", "boolean"}))
	case 1:
		items = g.object(inner)
		items["x-kubernetes-map-type"] = "atomic"
	default:
		items = g.plainArray(inner)
		if g.percent(50) {
			items["x-kubernetes-list-type"] = "atomic"
		}
	}
	s["items"] = g.finish(items, inner)
	if g.percent(20) {
		g.interval(s, "minItems", "maxItems", 1, g.between(2, 8))
	}
	return s
}

// mapArray is a list of objects that are told apart by their keys.
func (g *Generator) mapArray(at site) map[string]any {
	inner := at.inner(at.nodes-1, notNullable)
	items := g.object(inner)
	for _, bound := range []string{"minProperties", "maxProperties"} {
		delete(items, bound)
	}
	names := g.names(1+g.weighted(60, 30, 10), typeMeta...)
	for _, key := range names {
		g.declareKey(items, key)
	}
	s := map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": anys(names)}
	s["items"] = g.finish(items, inner)
	if g.percent(20) {
		g.interval(s, "minItems", "maxItems", g.below(2), g.between(2, 8))
	}
	return s
}

// declareKey makes a property the key of a list: a scalar, never null, and
// required, defaulted or both.
func (g *Generator) declareKey(items map[string]any, name string) {
	key := g.scalar(pick(g.chance, []string{"string", "string", "string", "integer", "integer", "boolean", "number"}))
	if g.percent(4) {
		key = map[string]any{"x-kubernetes-int-or-string": true}
	}
	object(items, "properties")[name] = key
	defaulted := g.percent(35)
	if defaulted {
		g.addDefault(key, site{nodes: 1})
	}
	if !slices.Contains(words(items, "required"), name) && (!has(key, "default") || g.percent(20)) {
		items["required"] = append(list(items, "required"), name)
	}
}
