package generate

import (
	"slices"
)

// Schema generates the value of openAPIV3Schema.
func (g *Generator) Schema(f Flavor) map[string]any {
	switch f {
	case Hostile:
		return g.hostileSchema()
	case Nearly:
		s := g.root()
		g.addFlaws(s, g.between(1, 3))
		return s
	default:
		return g.root()
	}
}

func (g *Generator) root() map[string]any {
	nodes := g.between(max(g.nodes/8, 1), g.nodes)
	at := nodeContext{nodes: nodes, levels: g.levels, demand: notNullable | noDefault | typeMetaRoot}
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

// notWithStatus are the generated keywords that are not allowed at the root with the status
// subresource.
var notWithStatus = []string{
	"additionalProperties", "allOf", "anyOf", "enum", "maxProperties", "minProperties", "not", "nullable", "oneOf",
	"x-kubernetes-map-type",
}

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

func (g *Generator) nameLimits() map[string]any {
	out := map[string]any{"name": pick(g.random, []map[string]any{
		{"type": "string", "maxLength": int64(63)},
		{"type": "string", "pattern": "^[a-z].*$", "minLength": int64(1)},
		{"type": "string", "allOf": []any{map[string]any{"maxLength": int64(63)}}},
	})}
	if g.percent(30) {
		out["generateName"] = map[string]any{"type": "string", "maxLength": int64(58)}
	}
	return out
}

type nodeContext struct {
	nodes  int // number of nodes to generate at most, including this one
	levels int // number of levels to generate at most
	demand demand
}

type demand uint8

const (
	notNullable demand = 1 << iota
	noDefault
	unchecked    // the server does not check defaults here
	typeMetaRoot // the root of a resource: it has apiVersion, kind and metadata
)

func (d demand) has(other demand) bool { return d&other != 0 }

// inner returns the context of a child with n nodes. If the server does not check the default
// of a node, it does not check the ones below it either.
func (at nodeContext) inner(n int, d demand) nodeContext {
	return nodeContext{nodes: n, levels: at.levels - 1, demand: d | at.demand&unchecked}
}

func (g *Generator) shares(at nodeContext, n int) []int {
	out := make([]int, n)
	left := at.nodes - 1 - n
	for i := range out {
		extra := g.below(2*max(left, 0)/(n-i) + 1)
		out[i], left = 1+extra, left-extra
	}
	return out
}

func (g *Generator) node(at nodeContext) map[string]any {
	return g.finish(g.anyNode(at), at)
}

func (g *Generator) finish(s map[string]any, at nodeContext) map[string]any {
	g.document(s)
	if !at.demand.has(notNullable) && g.percent(10) {
		s["nullable"] = g.percent(90)
	}
	if g.percent(14) {
		g.addJunctors(s, at)
	}
	if !at.demand.has(noDefault) && g.percent(22) {
		g.addDefault(s, at)
	}
	return s
}

func (g *Generator) anyNode(at nodeContext) map[string]any {
	if at.nodes < 2 || at.levels < 2 {
		return g.leaf()
	}
	switch g.weighted(38, 12, 24, 8, 4, 14) {
	case 0:
		return g.object(at)
	case 1:
		return g.mapNode(at)
	case 2:
		return g.array(at)
	case 3:
		return g.embedded(at)
	case 4:
		return g.open(at)
	default:
		return g.leaf()
	}
}

func (g *Generator) leaf() map[string]any {
	switch g.weighted(34, 22, 10, 8, 12, 5, 3, 3, 3) {
	case 0:
		return g.scalar("string")
	case 1:
		return g.scalar("integer")
	case 2:
		return g.scalar("number")
	case 3:
		return g.scalar("boolean")
	case 4:
		return g.intOrString()
	case 5:
		return map[string]any{"x-kubernetes-preserve-unknown-fields": true}
	case 6:
		return map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	case 7:
		return map[string]any{"type": "object", "additionalProperties": g.percent(70)}
	default:
		return map[string]any{"type": "object"}
	}
}

func (g *Generator) document(s map[string]any) {
	if g.percent(8) {
		s["description"] = g.word(g.below(30))
	}
	if g.percent(2) {
		s["title"] = g.word(g.below(10))
	}
	if g.percent(2) {
		s["example"] = pick(g.random, []any{"x", int64(3), true, 0.5})
	}
	if g.percent(1) {
		s["externalDocs"] = map[string]any{"url": "https://example.com", "description": "more"}
	}
}

// open returns a node that preserves unknown fields and also declares some: pruning is off at
// the node and on again below it.
func (g *Generator) open(at nodeContext) map[string]any {
	s := g.object(at)
	s["x-kubernetes-preserve-unknown-fields"] = true
	if g.percent(30) && !has(s, "x-kubernetes-map-type") {
		delete(s, "type")
	}
	return s
}

func without(list, removed []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(removed, s) })
}
