package generate

import "slices"

func (g *Generator) object(at nodeContext) map[string]any {
	var taken []string
	if at.demand.has(typeMetaRoot) {
		taken = typeMeta
	}
	names := g.names(1+g.below(min(7, at.nodes)), taken...)
	properties := map[string]any{}
	for i, nodes := range g.shares(at, len(names)) {
		properties[names[i]] = g.node(at.inner(nodes, 0))
	}
	s := map[string]any{"type": "object", "properties": properties}
	g.require(s, names)
	if g.percent(8) {
		lo := g.below(len(names) + 1)
		g.interval(s, "minProperties", "maxProperties", lo, len(names)+g.below(4))
	}
	if g.percent(6) {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	if g.percent(3) {
		s["additionalProperties"] = true // the only value that is allowed together with properties
	}
	g.mapType(s)
	return s
}

func (g *Generator) require(s map[string]any, names []string) {
	if len(names) == 0 || g.percent(55) {
		return
	}
	required := anys(some(g.random, names))
	if g.percent(2) {
		required = append(required, required[0])
	}
	s["required"] = required
}

func (g *Generator) mapType(s map[string]any) {
	if g.percent(12) {
		s["x-kubernetes-map-type"] = pick(g.random, []string{"atomic", "granular"})
	}
}

func (g *Generator) mapNode(at nodeContext) map[string]any {
	values := at.inner(at.nodes-1, 0)
	values.demand |= unchecked
	s := map[string]any{"type": "object", "additionalProperties": g.node(values)}
	if g.percent(25) {
		g.interval(s, "minProperties", "maxProperties", g.below(3), g.between(3, 8))
	}
	if g.percent(6) {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	g.mapType(s)
	return s
}

func (g *Generator) embedded(at nodeContext) map[string]any {
	s := map[string]any{"type": "object", "x-kubernetes-embedded-resource": true}
	preserve := g.percent(50)
	if preserve {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	if !preserve || g.percent(60) {
		s["properties"] = g.embeddedProperties(at)
	}
	if g.percent(15) {
		s["required"] = anys(some(g.random, typeMeta))
	}
	return s
}

func (g *Generator) embeddedProperties(at nodeContext) map[string]any {
	names := g.names(1+g.below(3), typeMeta...)
	properties := map[string]any{}
	for i, nodes := range g.shares(at, len(names)) {
		properties[names[i]] = g.node(at.inner(nodes, 0))
	}
	if g.percent(40) {
		properties["apiVersion"] = g.defaulted("v1")
	}
	if g.percent(40) {
		properties["kind"] = g.defaulted("Pod")
	}
	if g.percent(50) {
		properties["metadata"] = g.embeddedMetadata()
	}
	return properties
}

func (g *Generator) defaulted(value string) map[string]any {
	s := map[string]any{"type": "string"}
	if g.percent(40) {
		s["default"] = value
	}
	return s
}

func (g *Generator) embeddedMetadata() map[string]any {
	s := map[string]any{"type": "object"}
	if g.percent(25) {
		return s
	}
	if g.percent(20) {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	name := g.defaulted("default-name")
	name["maxLength"] = int64(253)
	properties := map[string]any{"name": name}
	if g.percent(50) {
		properties["labels"] = map[string]any{
			"type": "object", "additionalProperties": map[string]any{"type": "string", "maxLength": int64(63)},
		}
	}
	if g.percent(20) {
		properties["annotations"] = map[string]any{
			"type": "object", "properties": map[string]any{"note": g.defaulted("none")},
			"x-kubernetes-preserve-unknown-fields": true,
		}
	}
	s["properties"] = properties
	if g.percent(30) {
		s["required"] = []any{"name"}
	}
	if g.percent(15) {
		s["default"] = map[string]any{"name": "default-name"}
	}
	return s
}

func (g *Generator) array(at nodeContext) map[string]any {
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

func (g *Generator) plainArray(at nodeContext) map[string]any {
	s := map[string]any{"type": "array", "items": g.node(at.inner(at.nodes-1, 0))}
	if g.percent(25) {
		g.interval(s, "minItems", "maxItems", g.below(3), g.between(3, 8))
	}
	if g.percent(4) {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	return s
}

// setArray returns a set of scalars, or of atomic objects or lists.
func (g *Generator) setArray(at nodeContext) map[string]any {
	s := map[string]any{"type": "array", "x-kubernetes-list-type": "set"}
	inner := at.inner(at.nodes-1, notNullable)
	var items map[string]any
	switch g.weighted(80, 12, 8) {
	case 0:
		items = g.scalar(pick(g.random, []string{"string", "string", "integer", "number", "boolean"}))
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

func (g *Generator) mapArray(at nodeContext) map[string]any {
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

// declareKey adds a list map key: a scalar that is not nullable and is required, defaulted or
// both.
func (g *Generator) declareKey(items map[string]any, name string) {
	key := g.scalar(pick(g.random, []string{"string", "string", "string", "integer", "integer", "boolean", "number"}))
	if g.percent(4) {
		key = map[string]any{"x-kubernetes-int-or-string": true}
	}
	object(items, "properties")[name] = key
	defaulted := g.percent(35)
	if defaulted {
		g.addDefault(key, nodeContext{nodes: 1})
	}
	if !slices.Contains(words(items, "required"), name) && (!has(key, "default") || g.percent(20)) {
		items["required"] = append(list(items, "required"), name)
	}
}
