package generate

// typeFlaws break the rules about type and about what goes with it.
var typeFlaws = []flaw{
	{"type missing", func(_ *Generator, p place) bool {
		if p.nested || text(p.node, "type") == "" {
			return false
		}
		delete(p.node, "type")
		return true
	}},
	setWhere("type unknown", func(p place) bool { return !p.nested }, func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.chance, []string{"null", "Object", "file", "int", "", "any"})}
	}),
	setWhere("type other", func(p place) bool { return !p.nested }, func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.chance, []string{"object", "array", "string", "integer", "number", "boolean"})}
	}),
	{"array without items", func(_ *Generator, p place) bool {
		if p.nested || !has(p.node, "items") {
			return false
		}
		delete(p.node, "items")
		return true
	}},
	setWhere("additionalProperties at the root", atRoot, func(g *Generator) map[string]any {
		return map[string]any{"additionalProperties": pick(g.chance, []any{true, false, g.leaf()})}
	}),
	setWhere("additionalProperties beside properties", ofType("object"), func(g *Generator) map[string]any {
		return map[string]any{
			"properties":           map[string]any{"a": g.leaf()},
			"additionalProperties": pick(g.chance, []any{true, false, g.leaf(), map[string]any{}}),
		}
	}),
	setWhere("int-or-string and preserve", inner, func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true}
	}),
	setWhere("int-or-string and embedded", inner, func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-int-or-string": true, "x-kubernetes-embedded-resource": true}
	}),
	setWhere("int-or-string beside another type", ofType("object", "array", "boolean", "number"), func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-int-or-string": true}
	}),
	setWhere("empty properties", ofType("object"), func(*Generator) map[string]any {
		return map[string]any{"properties": map[string]any{}}
	}),
	setWhere("empty schemas", func(p place) bool { return !p.nested }, func(g *Generator) map[string]any {
		return pick(g.chance, []map[string]any{
			{"items": map[string]any{}},
			{"additionalProperties": map[string]any{}},
			{"properties": map[string]any{"a": map[string]any{}}},
			{"properties": map[string]any{"a": nil}},
		})
	}),
	setWhere("map type", func(p place) bool { return !p.nested }, func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-map-type": pick(g.chance, []string{"atomic", "granular", "", "Atomic"})}
	}),
	setWhere("root of another type", atRoot, func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.chance, []string{"array", "string", "", "Object"})}
	}),
	setWhere("nullable root", atRoot, func(*Generator) map[string]any {
		return map[string]any{"nullable": true}
	}),
}
