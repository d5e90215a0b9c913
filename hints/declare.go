package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// declare is the hint for a property or items that only branches of the root
// mention: what they say about its shape is declared.
func declare(s *site) Hint {
	root := min(s.schemaRoot(), len(s.path))
	mentions := branchesAt(objectAt(s.manifest, s.path[:root]), s.path[root:])
	declared := declaration(mentions)
	name := "items"
	if last := s.step(1); last != structural.Field("items") {
		name = "property " + last.Name()
	}
	text := "Declare " + name + " with a type outside of the branches, too: they only restrict what is declared."
	if holder := objectAt(s.manifest, s.above(2)); name != "items" && has(holder, "additionalProperties") {
		return Hint{Text: "Take " + name + " out of the branches, or declare it in place of additionalProperties: a schema has either properties or additionalProperties."}
	}
	switch own := len(s.path) == root+2; {
	case own && name == "property metadata":
		declared = map[string]any{"type": "object"}
	case own && (name == "property kind" || name == "property apiVersion"):
		declared = map[string]any{"type": "string"}
	}
	return Hint{text, []Edit{set(s.path, declared)}}
}

// schemaRoot is how many steps of the path lead to the schema in which the place
// is.
func (s *site) schemaRoot() int {
	return slices.Index(s.path, structural.Field("openAPIV3Schema")) + 1
}

// branchesAt are the schemas in branches of schema that describe the value at
// path below it.
func branchesAt(schema map[string]any, path structural.Path) []map[string]any {
	found := inBranches(nil, schema)
	for i := 0; i < len(path) && len(found) > 0; i++ {
		var below []map[string]any
		for _, b := range found {
			next := objectOf(b, path[i].Name())
			if path[i] == structural.Field("properties") && i+1 < len(path) {
				next = objectOf(next, path[i+1].Name())
			}
			if next != nil {
				below = inBranches(append(below, next), next)
			}
		}
		if path[i] == structural.Field("properties") {
			i++
		}
		found = below
	}
	return found
}

// inBranches appends the branches of a schema and theirs.
func inBranches(out []map[string]any, schema map[string]any) []map[string]any {
	for _, junctor := range junctors {
		list, _ := schema[junctor].([]any)
		if junctor == "not" {
			list = []any{schema[junctor]}
		}
		for _, b := range list {
			if branch, ok := b.(map[string]any); ok {
				out = inBranches(append(out, branch), branch)
			}
		}
	}
	return out
}

// declaration declares what several schemas of one value mention.
func declaration(mentions []map[string]any) map[string]any {
	keywords, properties, items := map[string]any{}, map[string][]map[string]any{}, []map[string]any(nil)
	for _, m := range mentions {
		maps.Copy(keywords, m)
		named := objectOf(m, "properties")
		for name := range named {
			if p, ok := named[name].(map[string]any); ok {
				properties[name] = inBranches(append(properties[name], p), p)
			}
		}
		if i := objectOf(m, "items"); i != nil {
			items = inBranches(append(items, i), i)
		}
	}
	out := map[string]any{}
	switch t := textOf(keywords, "type"); {
	case slices.Contains(typeNames, t):
		out["type"] = t
	case suggested(keywords) != "":
		out["type"] = suggested(keywords)
	default:
		out[preserve] = true
	}
	if len(properties) > 0 {
		declared := map[string]any{}
		for name, p := range properties {
			declared[name] = declaration(p)
		}
		out["properties"] = declared
	}
	switch {
	case items != nil:
		out["items"] = declaration(items)
	case out["type"] == "array":
		out["items"] = map[string]any{preserve: true}
	}
	return out
}
