package generate

import "maps"

// Object generates a custom resource with the group, version and kind of [CRD]. schema may be
// any map. Nearly valid objects often have nulls and lack defaults.
func (g *Generator) Object(schema map[string]any, f Flavor) map[string]any {
	root := asResource(schema)
	switch f {
	case Hostile:
		return g.hostileObject(root)
	case Nearly:
		obj := g.resource(root)
		if g.percent(50) {
			obj = g.Undefault(obj, schema)
		}
		out, _ := g.damage(obj, root, g.between(1, 3)).(map[string]any)
		return out
	default:
		return g.resource(root)
	}
}

func (g *Generator) resource(root map[string]any) map[string]any {
	out, ok := g.valid(root).(map[string]any)
	if !ok {
		out = map[string]any{}
	}
	if !has(out, "kind") {
		maps.Copy(out, map[string]any{"apiVersion": APIVersion, "kind": Kind, "metadata": map[string]any{"name": "a"}})
	}
	return out
}

type drafter struct {
	*Generator
	left  int  // number of values to generate before optional ones are left out
	tries int  // number of drafts that may be discarded
	plain bool // avoids floats that JSON text turns into integers
	full  int  // if positive, fields with defaults are always generated
}

// Value generates a value for a schema that is not the root of a resource.
func (g *Generator) Value(schema map[string]any, f Flavor) any {
	switch f {
	case Hostile:
		return g.hostileValue(schema)
	case Nearly:
		return g.damage(g.valid(schema), schema, g.between(1, 3))
	default:
		return g.valid(schema)
	}
}

func (g *Generator) valid(schema map[string]any) any {
	var v any
	for range 6 {
		d := drafter{Generator: g, left: 2 * g.nodes, tries: 60}
		if v = d.value(schema); satisfies(schema, v) {
			break
		}
	}
	return v
}

// value generates drafts until one satisfies the schema or success is unlikely. A branch above
// may make a child impossible. The child must leave tries for its parents: they may be able to
// omit it.
func (d *drafter) value(s map[string]any) any {
	if !branching(s) {
		return d.draft(s)
	}
	d.full++
	defer func() { d.full-- }()
	var v any
	for range 8 {
		if v = d.draft(d.flatten(s)); d.tries <= 0 || satisfies(s, v) {
			break
		}
		d.tries--
	}
	return v
}

func (d *drafter) draft(s map[string]any) any {
	d.left--
	if enum := list(s, "enum"); len(enum) > 0 {
		return clone(pick(d.random, enum))
	}
	if isTrue(s, "nullable") && !d.exact && d.percent(10) {
		return nil
	}
	typ := text(s, "type")
	if typ == "" {
		typ = d.anyType(s)
	}
	switch typ {
	case "object":
		return d.object(s)
	case "array":
		return d.list(s)
	case "string":
		return d.string(s)
	case "integer":
		return d.integer(s)
	case "number":
		return d.number(s)
	case "boolean":
		return d.percent(50)
	default:
		return d.benign(2)
	}
}

func (d *drafter) anyType(s map[string]any) string {
	switch {
	case has(s, "format"):
		return "string"
	case isTrue(s, "x-kubernetes-int-or-string"):
		return pick(d.random, []string{"integer", "string"})
	case has(s, "properties"), has(s, "additionalProperties"):
		return "object"
	case has(s, "items"):
		return "array"
	default:
		return ""
	}
}

func (g *Generator) benign(levels int) any {
	switch g.below(4 + min(max(levels, 0), 1)*2) {
	case 0:
		return g.word(g.below(8))
	case 1:
		return int64(g.between(-100, 100))
	case 2:
		return float64(g.between(-100, 100)) + 0.5
	case 3:
		return g.percent(50)
	case 4:
		out := []any{}
		for range g.below(4) {
			out = append(out, g.benign(levels-1))
		}
		return out
	default:
		out := map[string]any{}
		for range g.below(4) {
			out[g.name()] = g.benign(levels - 1)
		}
		return out
	}
}
