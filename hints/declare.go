package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
)

// declare declares a property or items that only branches of the root specify, with the types
// in those branches.
func declare(p *problem) draft {
	if len(p.path) <= p.rootDepth() {
		return draft{}
	}
	name := "items"
	if last := p.step(1); last != structural.Field("items") {
		name = "property " + last.Name()
	}
	if schema := objectAt(p.crd, p.above(2)); name != "items" && has(schema, "additionalProperties") {
		return draft{text: "Take " + name + " out of the branches, or declare it in place of additionalProperties: a schema has either properties or additionalProperties."}
	}
	text := "Declare " + name + " with a type outside of the branches, too: they only restrict what is declared."
	at, declared := p.declaration(p.path)
	if declared == nil {
		return draft{text: text}
	}
	return draft{text, []change{set(at, declared)}}
}

// declaration returns a schema for the topmost missing schema on the way to path, outside
// branches, and its path. It returns nil if a schema on the way takes no properties.
func (p *problem) declaration(path structural.Path) (structural.Path, map[string]any) {
	schema := p.crd
	start := min(p.rootDepth(), len(path))
	if start > 0 {
		schema = objectAt(p.crd, path[:start])
	}
	for i := start; i < len(path); {
		n := 1
		if path[i] == structural.Field("properties") {
			n = 2
		}
		if i+n > len(path) || schema == nil || n == 2 && has(schema, "additionalProperties", intOrString) {
			return nil, nil
		}
		i += n
		next := valuepath.At(schema, path[i-n:i])
		if next == nil {
			return path[:i], p.declared(path[:i])
		}
		schema, _ = next.(map[string]any)
	}
	return nil, nil
}

func (p *problem) declared(path structural.Path) map[string]any {
	if name := path[len(path)-1].Name(); len(path) == p.rootDepth()+2 {
		switch name {
		case "metadata":
			return map[string]any{"type": "object"}
		case "apiVersion", "kind":
			return map[string]any{"type": "string"}
		}
	}
	key := path.String()
	if known, ok := p.declarations[key]; ok {
		return known
	}
	var made map[string]any
	if mentions, ok := p.mentions(path); ok {
		made = p.declaring(mentions)
	}
	if p.declarations == nil {
		p.declarations = map[string]map[string]any{}
	}
	p.declarations[key] = made
	return made
}

// mentions returns the schemas outside and inside branches that describe the value at
// path, the path of a schema outside. It reports false if they are too many.
func (p *problem) mentions(path structural.Path) ([]map[string]any, bool) {
	root := min(p.rootDepth(), len(path))
	found := p.withBranches(nil, objectAt(p.crd, path[:root]))
	for i := root; i < len(path) && len(found) > 0; i++ {
		var below []map[string]any
		for _, b := range found {
			next := objectIn(b, path[i].Name())
			if path[i] == structural.Field("properties") && i+1 < len(path) {
				next = objectIn(next, path[i+1].Name())
			}
			below = p.withBranches(below, next)
		}
		if path[i] == structural.Field("properties") {
			i++
		}
		found = below
	}
	return found, p.left >= 0
}

// withBranches appends schema, unless it is nil, and all branches inside it, even branches of
// not: they describe the value too.
func (p *problem) withBranches(out []map[string]any, schema map[string]any) []map[string]any {
	if schema == nil || !p.spend(1) {
		return out
	}
	out = append(out, schema)
	for _, junctor := range junctors {
		list, _ := schema[junctor].([]any)
		if junctor == "not" {
			list = []any{schema[junctor]}
		}
		for _, b := range list {
			branch, _ := b.(map[string]any)
			out = p.withBranches(out, branch)
		}
	}
	return out
}

func (p *problem) declaring(mentions []map[string]any) map[string]any {
	keywords, properties, items := map[string]any{}, map[string][]map[string]any{}, []map[string]any(nil)
	for _, m := range mentions {
		p.spend(len(m))
		maps.Copy(keywords, m)
		named := objectIn(m, "properties")
		for name := range named {
			property, _ := named[name].(map[string]any)
			properties[name] = p.withBranches(properties[name], property)
		}
		items = p.withBranches(items, objectIn(m, "items"))
	}
	out := declaredType(mentions, keywords)
	if len(properties) > 0 {
		declared := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			declared[name] = p.declaring(properties[name])
		}
		out["properties"] = declared
	}
	switch additional := keywords["additionalProperties"]; {
	case additional == nil || additional == false:
	case len(properties) > 0:
		out[preserve] = true
	default:
		out["additionalProperties"] = additional
	}
	switch {
	case items != nil:
		out["items"] = p.declaring(items)
	case out["type"] == "array":
		out["items"] = map[string]any{preserve: true}
	}
	if keywords[preserve] == true && !has(out, intOrString) {
		out[preserve] = true
	}
	if keywords[embedded] == true && out["type"] == "object" && has(out, "properties", preserve) && !has(out, "additionalProperties") {
		out[embedded] = true
	}
	return out
}

func declaredType(mentions []map[string]any, keywords map[string]any) map[string]any {
	out := map[string]any{}
	types, null := typesOf(mentions)
	if null {
		out["nullable"] = true
	}
	switch t := suggested(keywords); {
	case keywords[intOrString] == true || types.intOrString():
		out[intOrString] = true
	case types.sole() != "":
		out["type"] = types.sole()
	case len(types) == 0 && slices.Contains(typeNames, t):
		out["type"] = t
	default:
		out[preserve] = true
	}
	return out
}
