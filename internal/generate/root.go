package generate

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
	if g.ruled {
		g.addRules(s)
	}
	g.declareTypeMeta(s)
	g.finish(s, at)
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
