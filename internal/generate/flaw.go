package generate

import (
	"maps"
	"slices"
)

// flaw is a change to a schema that breaks a rule or is at its limit. apply returns false and
// changes nothing if it does not fit.
type flaw struct {
	name  string
	apply func(*Generator, schemaNode) bool
}

type schemaNode struct {
	node   map[string]any
	root   bool
	nested bool // whether it is below a junctor
}

var flaws = slices.Concat(
	unsupportedFlaws, typeFlaws, resourceFlaws, nestedFlaws, junctorFlaws, valueFlaws, listFlaws, keyFlaws, defaultFlaws,
	decodingFlaws,
)

func (g *Generator) addFlaws(schema map[string]any, n int) []string {
	var names []string
	for len(names) < n {
		f := pick(g.random, flaws)
		if g.addFlaw(f, schema) {
			names = append(names, f.name)
		}
	}
	return names
}

func (g *Generator) addFlaw(f flaw, schema map[string]any) bool {
	nodes := shuffled(g.random, nodesOf(schema))
	return slices.ContainsFunc(nodes, func(p schemaNode) bool { return f.apply(g, p) })
}

func nodesOf(schema map[string]any) []schemaNode {
	out := []schemaNode{{node: schema, root: true}}
	for i := 0; i < len(out); i++ {
		at := out[i]
		for _, keyword := range keys(at.node) {
			out = append(out, at.below(keyword)...)
		}
	}
	return out
}

func (p schemaNode) below(keyword string) []schemaNode {
	var nodes []map[string]any
	nested := p.nested
	switch keyword {
	case "properties":
		properties := object(p.node, keyword)
		for _, name := range keys(properties) {
			nodes = append(nodes, object(properties, name))
		}
	case "items", "additionalProperties":
		nodes = append(nodes, object(p.node, keyword))
	case "not":
		nodes, nested = append(nodes, object(p.node, keyword)), true
	case "allOf", "anyOf", "oneOf":
		nodes, nested = schemas(p.node, keyword), true
	}
	var out []schemaNode
	for _, n := range nodes {
		if n != nil {
			out = append(out, schemaNode{node: n, nested: nested})
		}
	}
	return out
}

func set(name string, values func(*Generator) map[string]any) flaw {
	return flaw{name, func(g *Generator, p schemaNode) bool {
		maps.Copy(p.node, values(g))
		return true
	}}
}

func setWhere(name string, fits func(schemaNode) bool, values func(*Generator) map[string]any) flaw {
	return flaw{name, func(g *Generator, p schemaNode) bool {
		if !fits(p) {
			return false
		}
		maps.Copy(p.node, values(g))
		return true
	}}
}

func inner(p schemaNode) bool  { return !p.root && !p.nested }
func atRoot(p schemaNode) bool { return p.root }

func ofType(types ...string) func(schemaNode) bool {
	return func(p schemaNode) bool { return !p.nested && slices.Contains(types, text(p.node, "type")) }
}

func (p schemaNode) become(s map[string]any) {
	clear(p.node)
	maps.Copy(p.node, s)
}

var typeFlaws = []flaw{
	{"type missing", func(_ *Generator, p schemaNode) bool {
		if p.nested || text(p.node, "type") == "" {
			return false
		}
		delete(p.node, "type")
		return true
	}},
	setWhere("type unknown", func(p schemaNode) bool { return !p.nested }, func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.random, []string{"null", "Object", "file", "int", "", "any"})}
	}),
	setWhere("type other", func(p schemaNode) bool { return !p.nested }, func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.random, []string{"object", "array", "string", "integer", "number", "boolean"})}
	}),
	{"array without items", func(_ *Generator, p schemaNode) bool {
		if p.nested || !has(p.node, "items") {
			return false
		}
		delete(p.node, "items")
		return true
	}},
	setWhere("additionalProperties at the root", atRoot, func(g *Generator) map[string]any {
		return map[string]any{"additionalProperties": pick(g.random, []any{true, false, g.leaf()})}
	}),
	setWhere("additionalProperties beside properties", ofType("object"), func(g *Generator) map[string]any {
		return map[string]any{
			"properties":           map[string]any{"a": g.leaf()},
			"additionalProperties": pick(g.random, []any{true, false, g.leaf(), map[string]any{}}),
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
	setWhere("empty schemas", func(p schemaNode) bool { return !p.nested }, func(g *Generator) map[string]any {
		return pick(g.random, []map[string]any{
			{"items": map[string]any{}},
			{"additionalProperties": map[string]any{}},
			{"properties": map[string]any{"a": map[string]any{}}},
			{"properties": map[string]any{"a": nil}},
		})
	}),
	setWhere("map type", func(p schemaNode) bool { return !p.nested }, func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-map-type": pick(g.random, []string{"atomic", "granular", "", "Atomic"})}
	}),
	setWhere("root of another type", atRoot, func(g *Generator) map[string]any {
		return map[string]any{"type": pick(g.random, []string{"array", "string", "", "Object"})}
	}),
	setWhere("nullable root", atRoot, func(*Generator) map[string]any {
		return map[string]any{"nullable": true}
	}),
}

// unsupportedFlaws set keywords that the server decodes but does not support, their accepted
// empty forms, and keywords that it drops.
var unsupportedFlaws = []flaw{
	set("id", func(g *Generator) map[string]any {
		return map[string]any{"id": pick(g.random, []string{"", "x"})}
	}),
	set("$schema", func(g *Generator) map[string]any {
		return map[string]any{"$schema": pick(g.random, []string{"", "http://json-schema.org/draft-04/schema#"})}
	}),
	set("$ref", func(g *Generator) map[string]any {
		return map[string]any{"$ref": pick(g.random, []string{"", "#", "#/definitions/a"})}
	}),
	set("definitions", func(g *Generator) map[string]any {
		return map[string]any{"definitions": g.mapOrEmpty(map[string]any{"a": g.leaf()})}
	}),
	set("patternProperties", func(g *Generator) map[string]any {
		return map[string]any{"patternProperties": g.mapOrEmpty(map[string]any{"^a": g.leaf()})}
	}),
	set("dependencies", func(g *Generator) map[string]any {
		return map[string]any{"dependencies": g.mapOrEmpty(map[string]any{
			"a": pick(g.random, []any{[]any{"b"}, []any{}, g.leaf(), map[string]any{}, nil, "b"}),
		})}
	}),
	set("additionalItems", func(g *Generator) map[string]any {
		return map[string]any{"additionalItems": pick(g.random, []any{true, false, g.leaf(), nil})}
	}),
	setWhere("items as a list", ofType("array"), func(g *Generator) map[string]any {
		return map[string]any{"items": pick(g.random, []any{[]any{}, []any{g.leaf()}, []any{g.leaf(), g.leaf()}})}
	}),
	set("preserve false", func(*Generator) map[string]any {
		return map[string]any{"x-kubernetes-preserve-unknown-fields": false}
	}),
	set("uniqueItems", func(g *Generator) map[string]any {
		return map[string]any{"uniqueItems": g.percent(80)}
	}),
	set("unknown keyword", func(g *Generator) map[string]any {
		name := pick(g.random, []string{"const", "if", "readOnly", "x-kubernetes-unknown", "x-other", "Properties", "TYPE", "", "a.b"})
		return map[string]any{name: g.benign(2)}
	}),
}

func (g *Generator) mapOrEmpty(m map[string]any) map[string]any {
	if g.percent(25) {
		return map[string]any{}
	}
	return m
}
