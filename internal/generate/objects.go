package generate

// object is a node with declared properties.
func (g *Generator) object(at site) map[string]any {
	var taken []string
	if at.demand.has(metaless) {
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
		s["additionalProperties"] = true // tolerated beside properties
	}
	g.mapType(s)
	return s
}

func (g *Generator) require(s map[string]any, names []string) {
	if len(names) == 0 || g.percent(55) {
		return
	}
	required := anys(some(g.chance, names))
	if g.percent(2) {
		required = append(required, required[0])
	}
	s["required"] = required
}

func (g *Generator) mapType(s map[string]any) {
	if g.percent(12) {
		s["x-kubernetes-map-type"] = pick(g.chance, []string{"atomic", "granular"})
	}
}

// dictionary is a node with values of one schema under any name.
func (g *Generator) dictionary(at site) map[string]any {
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

// root is a whole schema.
func (g *Generator) root() map[string]any {
	nodes := g.between(max(g.nodes/8, 1), g.nodes)
	at := site{nodes: nodes, levels: g.levels, demand: notNullable | noDefault | metaless}
	s := g.object(at)
	for _, bound := range []string{"minProperties", "maxProperties"} {
		if n, ok := s[bound].(int64); ok {
			s[bound] = n + int64(len(typeMeta))
		}
	}
	delete(s, "additionalProperties")
	g.declareTypeMeta(s)
	g.finish(s, at)
	if g.ruled {
		g.addRules(s)
	}
	if g.statusCompatible {
		for _, keyword := range notWithStatus {
			delete(s, keyword)
		}
	}
	return s
}

// notWithStatus are the keywords used here that the root of a schema must not
// have beside the status subresource.
var notWithStatus = []string{
	"additionalProperties", "allOf", "anyOf", "enum", "maxProperties", "minProperties", "not", "nullable", "oneOf",
	"x-kubernetes-map-type",
}

// declareTypeMeta adds properties of the root that every resource has anyway.
func (g *Generator) declareTypeMeta(s map[string]any) {
	properties := object(s, "properties")
	if g.percent(50) {
		properties["apiVersion"] = map[string]any{"type": "string"}
		properties["kind"] = map[string]any{"type": "string", "description": "as in every object"}
	}
	if g.percent(50) {
		metadata := map[string]any{"type": "object"}
		if g.percent(50) {
			metadata["properties"] = g.nameLimits()
		}
		properties["metadata"] = metadata
	}
}

// nameLimits are limits on the name of a resource that its usual names keep.
func (g *Generator) nameLimits() map[string]any {
	out := map[string]any{"name": pick(g.chance, []map[string]any{
		{"type": "string", "maxLength": int64(63)},
		{"type": "string", "pattern": "^[a-z].*$", "minLength": int64(1)},
		{"type": "string", "allOf": []any{map[string]any{"maxLength": int64(63)}}},
	})}
	if g.percent(30) {
		out["generateName"] = map[string]any{"type": "string", "maxLength": int64(58)}
	}
	return out
}
