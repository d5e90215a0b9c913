package generate

// embedded is a node for a whole resource inside of another.
func (g *Generator) embedded(at site) map[string]any {
	s := map[string]any{"type": "object", "x-kubernetes-embedded-resource": true}
	preserve := g.percent(50)
	if preserve {
		s["x-kubernetes-preserve-unknown-fields"] = true
	}
	if !preserve || g.percent(60) {
		s["properties"] = g.embeddedProperties(at)
	}
	if g.percent(15) {
		s["required"] = anys(some(g.chance, typeMeta))
	}
	return s
}

func (g *Generator) embeddedProperties(at site) map[string]any {
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

// embeddedMetadata narrows metadata down so far that valid metadata still fits.
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
