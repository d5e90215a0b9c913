package generate

// resourceFlaws break the rules about whole and embedded resources and their
// apiVersion, kind and metadata.
var resourceFlaws = []flaw{
	{"embedded without type", func(_ *Generator, p place) bool {
		if !p.embeddedHere() {
			return false
		}
		delete(p.node, "type")
		return true
	}},
	{"embedded of another type", func(g *Generator, p place) bool {
		if !p.embeddedHere() {
			return false
		}
		p.node["type"] = pick(g.chance, []string{"string", "array", "integer"})
		return true
	}},
	{"embedded without fields", func(g *Generator, p place) bool {
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
	{"embedded with additionalProperties", func(g *Generator, p place) bool {
		if !p.embeddedHere() {
			return false
		}
		p.node["additionalProperties"] = pick(g.chance, []any{true, false, g.leaf()})
		return true
	}},
	setWhere("embedded root", atRoot, func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-embedded-resource": true}
	}),
	inResource("type of apiVersion or kind", func(g *Generator, p place, properties map[string]any) {
		properties[pick(g.chance, typeMeta[:2])] = g.leaf()
	}),
	inResource("type of metadata", func(g *Generator, p place, properties map[string]any) {
		properties["metadata"] = g.leaf()
	}),
	inResource("more in metadata", func(g *Generator, p place, properties map[string]any) {
		properties["metadata"] = pick(g.chance, []map[string]any{
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
	inResource("default in metadata", func(g *Generator, p place, properties map[string]any) {
		name := pick(g.chance, typeMeta)
		properties[name] = pick(g.chance, []map[string]any{
			{"type": "string", "default": pick(g.chance, []any{"x", "", "a/b/c", int64(1), nil})},
			{"type": "object", "default": map[string]any{pick(g.chance, metadataFields): g.benign(1)}},
			{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string", "default": pick(g.chance, []any{"a", "A/b", "", int64(1)})}}},
			{"type": "object", "properties": map[string]any{"labels": map[string]any{
				"type": "object", "additionalProperties": map[string]any{"type": "string", "default": "x"},
			}}},
			{"type": "object", "additionalProperties": map[string]any{"type": "string", "default": "x"}},
		})
	}),
	inResource("embedded in metadata", func(g *Generator, p place, properties map[string]any) {
		properties[pick(g.chance, typeMeta)] = map[string]any{
			"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
		}
	}),
}

// embeddedHere tells whether the place is an embedded resource, which a leaf
// becomes where necessary.
func (p place) embeddedHere() bool {
	if inner(p) && text(p.node, "type") == "object" && !has(p.node, "properties") && !has(p.node, "additionalProperties") {
		p.node["x-kubernetes-embedded-resource"] = true
		p.node["x-kubernetes-preserve-unknown-fields"] = true
	}
	return inner(p) && isTrue(p.node, embeddedKeyword)
}

// inResource is a flaw among the properties of a whole or embedded resource.
func inResource(name string, change func(g *Generator, p place, properties map[string]any)) flaw {
	return flaw{name, func(g *Generator, p place) bool {
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
