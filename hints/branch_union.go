package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// rewriteIntOrString rewrites anyOf or oneOf to x-kubernetes-int-or-string, or reports false
// if that would change the meaning.
func (p *problem) rewriteIntOrString(path structural.Path, junctors ...string) (draft, bool) {
	schema := objectAt(p.crd, path)
	for _, junctor := range junctors {
		if list, _ := schema[junctor].([]any); !p.spend(10 * len(list)) {
			return draft{}, false
		}
		numbers, texts, rest, ok := splitBranches(schema[junctor])
		if !ok {
			continue
		}
		within := problem{crd: p.crd, err: p.err, path: path.Append(structural.Field("type")), shared: p.shared}
		d := within.declarer()
		t := textIn(d.schema, "type")
		if d.schema == nil || within.inNot() || has(d.schema, preserve, embedded, "properties", "items") || t != "" && t != "integer" && t != "string" {
			continue
		}
		d.set(intOrString, true)
		d.changes = append(d.changes, drop(d.path.Append(structural.Field("type"))))
		d.rewriteJunctor(path, schema, junctor, numbers, texts, rest)
		return draft{"Write " + intOrString + ": true in place of the types in " + junctor + ", integer and string.", d.changes}, true
	}
	return draft{}, false
}

var (
	numberKeywords = []string{"maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"}
	textKeywords   = []string{"maxLength", "minLength", "pattern"}
)

// splitBranches returns the keywords of the branch for integers and of the branch for strings
// if there are only these two, or the branches without their types. It reports false if there
// are others.
func splitBranches(list any) (numbers, texts map[string]any, rest []any, ok bool) {
	branches, _ := list.([]any)
	var all []map[string]any
	simple := len(branches) == 2
	for _, b := range branches {
		branch, _ := b.(map[string]any)
		others := maps.Clone(branch)
		delete(others, "type")
		if has(others, listType, listMapKeys, mapType, embedded) {
			return nil, nil, nil, false
		}
		switch canonical(textIn(branch, "type")) {
		case "integer":
			numbers = others
			simple = simple && only(others, numberKeywords)
		case "string":
			texts = others
			simple = simple && only(others, textKeywords)
		default:
			return nil, nil, nil, false
		}
		all, rest = append(all, branch), append(rest, others)
	}
	if types, _ := typesOf(all); !types.intOrString() {
		return nil, nil, nil, false
	}
	if simple {
		return numbers, texts, nil, true
	}
	return nil, nil, rest, true
}

func only(m map[string]any, keywords []string) bool {
	for name := range m {
		if !slices.Contains(keywords, name) {
			return false
		}
	}
	return true
}

// rewriteJunctor replaces a junctor by its branches without their types. Keywords for numbers
// do not restrict strings, and vice versa, so simple branches can be required together.
func (d *declarer) rewriteJunctor(path structural.Path, schema map[string]any, junctor string, numbers, texts map[string]any, rest []any) {
	at := func(keyword string) structural.Path { return path.Append(structural.Field(keyword)) }
	own := len(path) == len(d.path)
	all, _ := schema["allOf"].([]any)
	all = slices.Clip(all)
	for _, restriction := range []map[string]any{numbers, texts} {
		if len(restriction) > 0 {
			all = append(all, restriction)
		}
	}
	switch other := schema["anyOf"]; {
	case rest == nil && own && junctor == "anyOf":
		rest = []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}
	case rest != nil && junctor == "oneOf" && other != nil:
		all, rest = append(all, map[string]any{"anyOf": rest}), nil
	}
	if junctor == "oneOf" || rest == nil {
		d.changes = append(d.changes, drop(at(junctor)))
	}
	if rest != nil {
		d.changes = append(d.changes, set(at("anyOf"), rest))
	}
	if len(all) > 0 {
		d.changes = append(d.changes, set(at("allOf"), all))
	}
}
