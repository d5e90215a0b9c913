package generate

import (
	"maps"
	"slices"
)

// flaw is one way to break a rule for schemas, or to come close. apply reports
// false, having changed nothing, if it does not fit the place.
type flaw struct {
	name  string
	apply func(*Generator, place) bool
}

// place is a node of a schema.
type place struct {
	node   map[string]any
	root   bool
	nested bool // below a junctor
}

// flaws is what [Nearly] valid schemas are made of.
var flaws = slices.Concat(
	unsupportedFlaws, typeFlaws, resourceFlaws, nestedFlaws, junctorFlaws, valueFlaws, listFlaws, keyFlaws, defaultFlaws,
	decodingFlaws,
)

// addFlaws adds n flaws and returns their names.
func (g *Generator) addFlaws(schema map[string]any, n int) []string {
	var names []string
	for len(names) < n {
		f := pick(g.chance, flaws)
		if g.addFlaw(f, schema) {
			names = append(names, f.name)
		}
	}
	return names
}

// addFlaw adds a flaw at a random place where it fits.
func (g *Generator) addFlaw(f flaw, schema map[string]any) bool {
	places := shuffled(g.chance, placesOf(schema))
	return slices.ContainsFunc(places, func(p place) bool { return f.apply(g, p) })
}

// placesOf are all nodes of a schema.
func placesOf(schema map[string]any) []place {
	out := []place{{node: schema, root: true}}
	for i := 0; i < len(out); i++ {
		at := out[i]
		for _, keyword := range keys(at.node) {
			out = append(out, at.below(keyword)...)
		}
	}
	return out
}

// below are the nodes under a keyword.
func (p place) below(keyword string) []place {
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
	var out []place
	for _, n := range nodes {
		if n != nil {
			out = append(out, place{node: n, nested: nested})
		}
	}
	return out
}

// set is a flaw that only sets keywords, at any place.
func set(name string, values func(*Generator) map[string]any) flaw {
	return flaw{name, func(g *Generator, p place) bool {
		maps.Copy(p.node, values(g))
		return true
	}}
}

// setWhere is a flaw that sets keywords at places that fit.
func setWhere(name string, fits func(place) bool, values func(*Generator) map[string]any) flaw {
	return flaw{name, func(g *Generator, p place) bool {
		if !fits(p) {
			return false
		}
		maps.Copy(p.node, values(g))
		return true
	}}
}

func inner(p place) bool  { return !p.root && !p.nested }
func atRoot(p place) bool { return p.root }

func ofType(types ...string) func(place) bool {
	return func(p place) bool { return !p.nested && slices.Contains(types, text(p.node, "type")) }
}

// become turns a leaf that nothing else refers to into another schema.
func (p place) become(s map[string]any) {
	clear(p.node)
	maps.Copy(p.node, s)
}

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
