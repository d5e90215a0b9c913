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
