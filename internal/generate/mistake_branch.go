package generate

import "slices"

var branchMistakes = []mistake{
	atNode("properties only in branches", func(g *Generator, p schemaNode) bool { return g.branchOff(p, true) }),
	atNode("properties in branches, too", func(g *Generator, p schemaNode) bool { return g.branchOff(p, false) }),
	atNode("everything in a branch", func(g *Generator, p schemaNode) bool {
		if p.root || hasAny(p.node, "anyOf", "oneOf", "allOf") {
			return false
		}
		p.become(map[string]any{g.junctor(): []any{cloneMap(p.node)}})
		return true
	}),
	atNode("integer or string", func(g *Generator, p schemaNode) bool {
		t := text(p.node, "type")
		if t != "integer" && t != "string" || hasAny(p.node, "anyOf", "oneOf", "enum", "format") {
			return false
		}
		integer, str := map[string]any{"type": "integer"}, map[string]any{"type": "string"}
		for _, keyword := range []string{"minimum", "maximum"} {
			move(p.node, integer, keyword)
		}
		for _, keyword := range []string{"pattern", "maxLength"} {
			move(p.node, str, keyword)
		}
		p.node[pick(g.random, []string{"anyOf", "oneOf"})] = pick(g.random, [][]any{{integer, str}, {str, integer}})
		if g.percent(70) {
			delete(p.node, "type")
		}
		return true
	}),
	atNode("null in a branch", func(g *Generator, p schemaNode) bool {
		t := text(p.node, "type")
		if t == "" || p.root || hasAny(p.node, "anyOf", "oneOf") {
			return false
		}
		p.node[pick(g.random, []string{"anyOf", "oneOf"})] = []any{map[string]any{"type": t}, map[string]any{"type": "null"}}
		if g.percent(70) {
			delete(p.node, "type")
		}
		return true
	}),
	atNode("two other types", func(g *Generator, p schemaNode) bool {
		if p.root || hasAny(p.node, "anyOf", "oneOf") || text(p.node, "type") == "" {
			return false
		}
		p.node[pick(g.random, []string{"anyOf", "oneOf"})] = []any{map[string]any{"type": text(p.node, "type")}, map[string]any{"type": "array", "items": map[string]any{"type": "string"}}}
		delete(p.node, "type")
		return true
	}),
}

func (g *Generator) junctor() string { return pick(g.random, []string{"allOf", "anyOf", "oneOf"}) }

func move(from, to map[string]any, keyword string) {
	if has(from, keyword) {
		to[keyword] = from[keyword]
		delete(from, keyword)
	}
}

func (g *Generator) branchOff(p schemaNode, only bool) bool {
	properties := object(p.node, "properties")
	if len(properties) == 0 || p.root && g.percent(50) {
		return false
	}
	names := shuffled(g.random, keys(properties))
	names = names[:min(len(names), g.between(1, 3))]
	keyword := g.junctor()
	var branches []any
	for _, name := range names {
		if isMeta(name) {
			continue
		}
		b := map[string]any{"properties": map[string]any{name: clone(properties[name])}}
		if keyword == "oneOf" || keyword == "anyOf" && g.percent(50) {
			b["required"] = []any{name}
		}
		branches = append(branches, b)
		if only {
			delete(properties, name)
		}
	}
	if len(branches) == 0 || has(p.node, keyword) {
		return false
	}
	p.node[keyword] = branches
	return true
}

func isMeta(name string) bool { return name == "metadata" || name == "apiVersion" || name == "kind" }

func hasAny(s map[string]any, keywords ...string) bool {
	return slices.ContainsFunc(keywords, func(keyword string) bool { return has(s, keyword) })
}
