package generate

import (
	"maps"
	"reflect"
	"slices"
)

var junctors = []string{"allOf", "anyOf", "oneOf", "not"}

func branching(s map[string]any) bool {
	return slices.ContainsFunc(junctors, func(j string) bool { return has(s, j) })
}

// flatten turns a schema into one without junctors at its root by choosing a
// branch of each: most values of the result satisfy the schema. What not says
// is ignored.
func (g *Generator) flatten(s map[string]any) map[string]any {
	out := maps.Clone(s)
	for _, j := range junctors {
		delete(out, j)
	}
	for _, b := range schemas(s, "allOf") {
		out = merge(out, g.flatten(b))
	}
	for _, j := range []string{"anyOf", "oneOf"} {
		if branches := schemas(s, j); len(branches) > 0 {
			out = merge(out, g.flatten(pick(g.chance, branches)))
		}
	}
	return out
}

// merge is a schema that demands what both a and b do, roughly.
func merge(a, b map[string]any) map[string]any {
	if a == nil {
		return b
	}
	out := maps.Clone(a)
	for _, keyword := range keys(b) {
		out[keyword] = mergeKeyword(keyword, a, b)
	}
	return out
}

func mergeKeyword(keyword string, a, b map[string]any) any {
	if !has(a, keyword) && keyword != "properties" {
		return b[keyword]
	}
	switch keyword {
	case "required", "allOf":
		return slices.Concat(list(a, keyword), list(b, keyword))
	case "enum":
		return common(list(a, keyword), list(b, keyword))
	case "properties":
		return mergeProperties(a, b)
	case "items":
		return merge(object(a, keyword), object(b, keyword))
	case "minimum", "minLength", "minItems", "minProperties":
		return larger(keyword, a, b)[keyword]
	case "maximum", "maxLength", "maxItems", "maxProperties":
		return larger(keyword, b, a)[keyword]
	case "anyOf", "oneOf":
		return b[keyword]
	default:
		return a[keyword]
	}
}

func larger(keyword string, a, b map[string]any) map[string]any {
	x, _ := number(a, keyword)
	if y, ok := number(b, keyword); ok && y > x {
		return b
	}
	return a
}

func common(a, b []any) []any {
	both := slices.DeleteFunc(slices.Clone(a), func(e any) bool {
		return !slices.ContainsFunc(b, func(f any) bool { return reflect.DeepEqual(e, f) })
	})
	if len(both) == 0 {
		return b
	}
	return both
}

// mergeProperties adds nothing to what a node outside of junctors declares,
// because it would be pruned.
func mergeProperties(a, b map[string]any) map[string]any {
	out := maps.Clone(object(a, "properties"))
	if out == nil {
		out = map[string]any{}
	}
	closed := has(a, "type") || has(a, "x-kubernetes-preserve-unknown-fields")
	for name, v := range object(b, "properties") {
		if !closed || has(out, name) {
			inner, _ := v.(map[string]any)
			out[name] = merge(object(out, name), inner)
		}
	}
	return out
}
