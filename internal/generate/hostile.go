package generate

func (g *Generator) hostileSchema() map[string]any {
	nodes := g.between(1, g.nodes)
	root, ok := g.hostileNode(&nodes, g.levels).(map[string]any)
	if !ok {
		root = map[string]any{g.name(): g.JSON()}
	}
	if g.percent(70) {
		root["type"] = "object"
	}
	return root
}

// hostileNode takes from nodes what it makes. Some nodes are none.
func (g *Generator) hostileNode(nodes *int, levels int) any {
	*nodes--
	if g.percent(8) {
		return g.JSON()
	}
	out := map[string]any{}
	for range g.between(1, 7) {
		k := pick(g.chance, keywords)
		switch {
		case g.percent(10):
			out[k.name] = g.JSON()
		case k.value < schemaValue || k.value == rulesValue || *nodes > 0 && levels > 1:
			out[k.name] = g.keywordValue(k, func() any { return g.hostileNode(nodes, levels-1) })
		}
	}
	if g.percent(60) {
		out["type"] = g.keywordText("type")
	}
	return out
}
