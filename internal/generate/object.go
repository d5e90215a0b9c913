package generate

import "maps"

// Object makes a custom resource for a schema: one that satisfies it (Valid),
// one with one to three flaws, often with defaults left out and nulls besides
// (Nearly), or any JSON, often under the names that the schema knows (Hostile).
// Its group, version and kind are those of [CRD]. It takes any map for a schema.
func (g *Generator) Object(schema map[string]any, f Flavour) map[string]any {
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

// resource is a valid object, or the best that can be had for a schema that no
// object satisfies.
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

func (g *Generator) hostileObject(root map[string]any) map[string]any {
	out, ok := g.hostileValue(root).(map[string]any)
	if !ok {
		out = map[string]any{g.name(): g.JSON()}
	}
	if g.percent(80) {
		out["apiVersion"], out["kind"] = APIVersion, Kind
	}
	if g.percent(60) {
		out["metadata"] = g.Metadata(Flavour(g.below(3)))
	}
	return out
}

// hostileValue is any JSON, a badly damaged value, or any JSON where the schema
// expects fields.
func (g *Generator) hostileValue(schema map[string]any) any {
	switch g.weighted(20, 30, 50) {
	case 0:
		return g.JSON()
	case 1:
		return g.Mutate(g.valid(schema), g.between(3, 8))
	default:
		return g.misfit(schema, 6)
	}
}

// misfit has the fields that a schema knows and anything in them.
func (g *Generator) misfit(schema map[string]any, levels int) any {
	properties := object(schema, "properties")
	if levels == 0 || g.percent(15) || len(properties) == 0 && object(schema, "items") == nil {
		return g.JSON()
	}
	if items := object(schema, "items"); items != nil && g.percent(50) {
		out := []any{}
		for range g.below(4) {
			out = append(out, g.misfit(items, levels-1))
		}
		return out
	}
	out := map[string]any{}
	for _, name := range some(g.chance, keys(properties)) {
		out[name] = g.misfit(object(properties, name), levels-1)
	}
	if g.percent(20) {
		out[g.unknownName(out)] = g.JSON()
	}
	return out
}
