package hints

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
)

// strip returns the changes that remove a restriction from a branch. Without it, several
// branches of oneOf may hold, and a branch of not may hold for every value. So a oneOf around
// the branch becomes an anyOf, and not is removed as a whole.
func (p *problem) strip(path structural.Path) []change {
	found := junctorsIn(path)
	for _, i := range slices.Backward(found) {
		if path[i].Name() == "not" {
			return []change{remove(path[:i+1])}
		}
	}
	changes := []change{remove(path)}
	first := slices.IndexFunc(found, func(i int) bool { return path[i].Name() == "oneOf" })
	if first < 0 {
		return changes
	}
	top := found[first]
	schema := valuepath.At(p.crd, path[:top])
	if !p.spend(widthAlong(schema, path[top:])) {
		return nil
	}
	schema = Edit{Remove: true}.apply(schema, path[top:])
	for _, i := range slices.Backward(found[first:]) {
		if path[i].Name() == "oneOf" {
			schema = asAnyOf(schema, path[top:i])
		}
	}
	after, _ := schema.(map[string]any)
	changes = append(changes, drop(path[:top+1]))
	for _, keyword := range []string{"anyOf", "allOf"} {
		if v, ok := after[keyword]; ok {
			changes = append(changes, set(path[:top].Append(structural.Field(keyword)), v))
		}
	}
	return changes
}

func (p *problem) inOneOf() bool {
	return slices.ContainsFunc(junctorsIn(p.above(1)), func(i int) bool { return p.path[i].Name() == "oneOf" })
}

// asAnyOf returns v with oneOf in the schema at path renamed to anyOf or, if the schema
// has one, to an anyOf in allOf.
func asAnyOf(v any, path structural.Path) any {
	schema := objectAt(v, path)
	list := schema["oneOf"]
	at := path.Append(structural.Field("anyOf"))
	if has(schema, "anyOf") {
		all, _ := schema["allOf"].([]any)
		at, list = path.Append(structural.Field("allOf")), append(slices.Clip(all), map[string]any{"anyOf": list})
	}
	v = Edit{Remove: true}.apply(v, path.Append(structural.Field("oneOf")))
	return Edit{Value: list}.apply(v, at)
}

func widthAlong(v any, path structural.Path) (n int) {
	for _, step := range path {
		switch parent := v.(type) {
		case map[string]any:
			n += len(parent)
			v = parent[step.Name()]
		case []any:
			n += len(parent)
			if step.Index() >= len(parent) {
				return n
			}
			v = parent[step.Index()]
		}
	}
	return n
}
