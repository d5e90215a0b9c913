package generate

import "maps"

var resourceFlaws = []flaw{
	{"embedded without type", func(_ *Generator, p schemaNode) bool {
		if !p.embeddedHere() {
			return false
		}
		delete(p.node, "type")
		return true
	}},
	{"embedded of another type", func(g *Generator, p schemaNode) bool {
		if !p.embeddedHere() {
			return false
		}
		p.node["type"] = pick(g.random, []string{"string", "array", "integer"})
		return true
	}},
	{"embedded without fields", func(g *Generator, p schemaNode) bool {
		if !p.embeddedHere() {
			return false
		}
		delete(p.node, "properties")
		delete(p.node, "x-kubernetes-preserve-unknown-fields")
		if g.percent(40) {
			p.node["properties"] = map[string]any{}
		}
		return true
	}},
	{"embedded with additionalProperties", func(g *Generator, p schemaNode) bool {
		if !p.embeddedHere() {
			return false
		}
		p.node["additionalProperties"] = pick(g.random, []any{true, false, g.leaf()})
		return true
	}},
	setWhere("embedded root", atRoot, func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-embedded-resource": true}
	}),
	inResource("type of apiVersion or kind", func(g *Generator, _ schemaNode, properties map[string]any) {
		properties[pick(g.random, typeMeta[:2])] = g.leaf()
	}),
	inResource("type of metadata", func(g *Generator, _ schemaNode, properties map[string]any) {
		properties["metadata"] = g.leaf()
	}),
	inResource("more in metadata", func(g *Generator, _ schemaNode, properties map[string]any) {
		properties["metadata"] = pick(g.random, []map[string]any{
			{"type": "object", "description": "d"},
			{"type": "object", "required": []any{"name"}},
			{"type": "object", "maxProperties": int64(5)},
			{"type": "object", "properties": map[string]any{}},
			{"type": "object", "nullable": true},
			{"type": "object", "x-kubernetes-preserve-unknown-fields": true},
			{"type": "object", "additionalProperties": true},
			{"type": "object", "properties": map[string]any{"labels": map[string]any{"type": "object", "additionalProperties": g.leaf()}}},
			{"type": "object", "properties": map[string]any{"name": g.leaf(), "namespace": g.leaf()}},
			{"type": "object", "properties": map[string]any{"name": g.leaf(), "generateName": g.leaf()}},
			{"properties": map[string]any{"name": g.leaf()}},
		})
	}),
	inResource("default in metadata", func(g *Generator, _ schemaNode, properties map[string]any) {
		name := pick(g.random, typeMeta)
		properties[name] = pick(g.random, []map[string]any{
			{"type": "string", "default": pick(g.random, []any{"x", "", "a/b/c", int64(1), nil})},
			{"type": "object", "default": map[string]any{pick(g.random, metadataFields): g.benign(1)}},
			{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string", "default": pick(g.random, []any{"a", "A/b", "", int64(1)})}}},
			{"type": "object", "properties": map[string]any{"labels": map[string]any{
				"type": "object", "additionalProperties": map[string]any{"type": "string", "default": "x"},
			}}},
			{"type": "object", "additionalProperties": map[string]any{"type": "string", "default": "x"}},
		})
	}),
	inResource("embedded in metadata", func(g *Generator, _ schemaNode, properties map[string]any) {
		properties[pick(g.random, typeMeta)] = map[string]any{
			"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
		}
	}),
}

func (p schemaNode) embeddedHere() bool {
	if inner(p) && text(p.node, "type") == "object" && !has(p.node, "properties") && !has(p.node, "additionalProperties") {
		p.node["x-kubernetes-embedded-resource"] = true
		p.node["x-kubernetes-preserve-unknown-fields"] = true
	}
	return inner(p) && isTrue(p.node, embeddedKeyword)
}

func inResource(name string, change func(g *Generator, p schemaNode, properties map[string]any)) flaw {
	return flaw{name, func(g *Generator, p schemaNode) bool {
		if !p.root && !p.embeddedHere() {
			return false
		}
		if object(p.node, "properties") == nil {
			p.node["properties"] = map[string]any{}
		}
		change(g, p, object(p.node, "properties"))
		return true
	}}
}

var nestedFlaws = []flaw{
	inBranch("type in a branch", func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.random, []string{"object", "string", "integer", ""})}
	}),
	inBranch("documentation in a branch", func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, []string{"title", "description"}): pick(g.random, []string{"x", ""})}
	}),
	inBranch("default in a branch", func(g *Generator) map[string]any {
		return map[string]any{"default": pick(g.random, []any{"x", nil, map[string]any{}})}
	}),
	inBranch("additionalProperties in a branch", func(g *Generator) map[string]any {
		return map[string]any{"additionalProperties": pick(g.random, []any{true, false, map[string]any{}, g.limits("string")})}
	}),
	inBranch("flag in a branch", func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, []string{
			"nullable", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
		}): g.percent(80)}
	}),
	inBranch("list or map type in a branch", func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, []string{"x-kubernetes-list-type", "x-kubernetes-map-type"}): pick(g.random, []string{"atomic", ""})}
	}),
	inBranch("list map keys in a branch", func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-list-map-keys": pick(g.random, []any{[]any{"a"}, []any{}})}
	}),
	inBranch("rule in a branch", func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-validations": pick(g.random, []any{[]any{map[string]any{"rule": "true"}}, []any{}})}
	}),
	inBranch("metadata in a branch", func(g *Generator) map[string]any {
		return map[string]any{"properties": map[string]any{"metadata": g.limits("string")}}
	}),
	inBranch("undeclared property in a branch", func(g *Generator) map[string]any {
		return map[string]any{"properties": map[string]any{g.name(): g.limits("string"), "undeclared": map[string]any{}}}
	}),
	inBranch("undeclared items in a branch", func(g *Generator) map[string]any {
		return map[string]any{"items": g.limits("string")}
	}),
	inBranch("bad pattern in a branch", func(g *Generator) map[string]any {
		return map[string]any{"pattern": pick(g.random, badPatterns)}
	}),
}

// inBranch returns a flaw in a branch of a junctor. It may add a branch.
func inBranch(name string, values func(*Generator) map[string]any) flaw {
	return flaw{name, func(g *Generator, p schemaNode) bool {
		switch {
		case p.nested:
			maps.Copy(p.node, values(g))
		case g.percent(10) && !has(p.node, "not"):
			p.node["not"] = values(g)
		case g.percent(30):
			p.node["allOf"] = append(list(p.node, "allOf"), values(g))
		default:
			return false
		}
		return true
	}}
}

var junctorFlaws = []flaw{
	set("empty junctor", func(g *Generator) map[string]any {
		return pick(g.random, []map[string]any{
			{"allOf": []any{}}, {"anyOf": []any{}}, {"oneOf": []any{}}, {"not": map[string]any{}},
			{"allOf": []any{map[string]any{}}}, {"oneOf": []any{map[string]any{}, map[string]any{}}},
			{"anyOf": []any{nil}}, {"not": nil},
		})
	}),
	{"incomplete root", func(g *Generator, p schemaNode) bool {
		if !p.root {
			return false
		}
		branch := map[string]any{"properties": map[string]any{g.unknownName(object(p.node, "properties")): g.limits("string")}}
		if names := without(keys(object(p.node, "properties")), typeMeta); len(names) > 0 && g.percent(50) {
			deeper := pick(g.random, []map[string]any{branch, {"items": map[string]any{}}, {"properties": map[string]any{"": branch}}})
			branch = map[string]any{"properties": map[string]any{pick(g.random, names): deeper}}
		}
		if g.percent(30) {
			branch = map[string]any{pick(g.random, []string{"anyOf", "oneOf", "allOf"}): []any{branch}}
		}
		keyword := pick(g.random, []string{"allOf", "anyOf", "oneOf"})
		p.node[keyword] = append(list(p.node, keyword), branch)
		return true
	}},
	setWhere("types in anyOf", inner, func(g *Generator) map[string]any {
		integer, text := map[string]any{"type": "integer"}, map[string]any{"type": "string"}
		return map[string]any{"anyOf": pick(g.random, []any{
			[]any{integer, text},
			[]any{text, integer},
			[]any{integer},
			[]any{integer, text, map[string]any{"type": "boolean"}},
			[]any{integer, map[string]any{"type": "string", "maxLength": int64(3)}},
		})}
	}),
	setWhere("types in allOf", inner, func(g *Generator) map[string]any {
		pattern, other := map[string]any{"anyOf": integerOrString()}, g.limits("string")
		return map[string]any{"allOf": pick(g.random, []any{
			[]any{pattern, other},
			[]any{other, pattern},
			[]any{map[string]any{"anyOf": integerOrString(), "minLength": int64(1)}},
			[]any{map[string]any{"allOf": []any{pattern}}},
		})}
	}),
	setWhere("int-or-string with other types", func(p schemaNode) bool {
		return inner(p) && isTrue(p.node, "x-kubernetes-int-or-string")
	}, func(g *Generator) map[string]any {
		pair := integerOrString()
		return map[string]any{pick(g.random, []string{"anyOf", "oneOf", "allOf"}): []any{pair[1], pair[0]}}
	}),
}
