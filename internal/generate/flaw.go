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
