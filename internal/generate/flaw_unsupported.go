package generate

// unsupportedFlaws are keywords of JSON schema that a server decodes and
// refuses, their empty forms that it does not, and keywords that it drops.
var unsupportedFlaws = []flaw{
	set("id", func(g *Generator) map[string]any {
		return map[string]any{"id": pick(g.chance, []string{"", "x"})}
	}),
	set("$schema", func(g *Generator) map[string]any {
		return map[string]any{"$schema": pick(g.chance, []string{"", "http://json-schema.org/draft-04/schema#"})}
	}),
	set("$ref", func(g *Generator) map[string]any {
		return map[string]any{"$ref": pick(g.chance, []string{"", "#", "#/definitions/a"})}
	}),
	set("definitions", func(g *Generator) map[string]any {
		return map[string]any{"definitions": g.mapOrEmpty(map[string]any{"a": g.leaf()})}
	}),
	set("patternProperties", func(g *Generator) map[string]any {
		return map[string]any{"patternProperties": g.mapOrEmpty(map[string]any{"^a": g.leaf()})}
	}),
	set("dependencies", func(g *Generator) map[string]any {
		return map[string]any{"dependencies": g.mapOrEmpty(map[string]any{
			"a": pick(g.chance, []any{[]any{"b"}, []any{}, g.leaf(), map[string]any{}, nil, "b"}),
		})}
	}),
	set("additionalItems", func(g *Generator) map[string]any {
		return map[string]any{"additionalItems": pick(g.chance, []any{true, false, g.leaf(), nil})}
	}),
	setWhere("items as a list", ofType("array"), func(g *Generator) map[string]any {
		return map[string]any{"items": pick(g.chance, []any{[]any{}, []any{g.leaf()}, []any{g.leaf(), g.leaf()}})}
	}),
	set("preserve false", func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-preserve-unknown-fields": false}
	}),
	set("uniqueItems", func(g *Generator) map[string]any {
		return map[string]any{"uniqueItems": g.percent(80)}
	}),
	set("unknown keyword", func(g *Generator) map[string]any {
		name := pick(g.chance, []string{"const", "if", "readOnly", "x-kubernetes-unknown", "x-other", "Properties", "TYPE", "", "a.b"})
		return map[string]any{name: g.benign(2)}
	}),
}

func (g *Generator) mapOrEmpty(m map[string]any) map[string]any {
	if g.percent(25) {
		return map[string]any{}
	}
	return m
}
