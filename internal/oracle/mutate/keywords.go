package mutate

import (
	"math/rand/v2"

	"k8s.io/apimachinery/pkg/runtime"
)

// keyword is a keyword with a function that returns a value for a node.
type keyword struct {
	name  string
	value func(r *rand.Rand, node map[string]any) any
}

// choose returns a function that returns a copy of one of the values.
func choose(values ...any) func(*rand.Rand, map[string]any) any {
	return func(r *rand.Rand, _ map[string]any) any {
		return runtime.DeepCopyJSONValue(values[r.IntN(len(values))])
	}
}

func obj(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

var (
	typed      = obj("type", "string")
	untyped    = obj()
	intPattern = []any{obj("type", "integer"), obj("type", "string")}
	types      = []any{"object", "object", "array", "string", "integer", "number", "boolean", "null", "", "int", "Object"}
	flags      = []any{true, true, false}
	names      = []any{"name", "metadata", "kind", "apiVersion", "spec", "a", "a.b", "x[0]"}
)

// keywords are chosen with equal probability. Those that interact with others are
// repeated.
var keywords = []keyword{
	{"type", choose(types...)}, {"type", choose(types...)},
	{"properties", properties}, {"properties", properties}, {"properties", properties},
	{"properties", choose(obj(), nil)},
	{"items", choose(typed, untyped, obj("type", "object", "nullable", true), []any{}, []any{typed}, nil, true)},
	{"additionalProperties", choose(true, false, typed, untyped, obj("type", "object", "default", obj()), nil)},
	{"additionalProperties", choose(true, false, typed)},
	{"nullable", choose(flags...)},
	{"default", choose(nil, "", "text", int64(1), 1.5, 1.0, true, obj(), obj("a", int64(1)), []any{}, []any{nil})},
	{"x-kubernetes-int-or-string", choose(flags...)}, {"x-kubernetes-int-or-string", choose(flags...)},
	{"x-kubernetes-preserve-unknown-fields", choose(flags...)},
	{"x-kubernetes-embedded-resource", choose(flags...)}, {"x-kubernetes-embedded-resource", choose(flags...)},
	{"x-kubernetes-list-type", choose("map", "set", "atomic", "sorted", "", nil)},
	{"x-kubernetes-list-type", choose("map", "set")},
	{"x-kubernetes-list-map-keys", mapKeys}, {"x-kubernetes-list-map-keys", mapKeys},
	{"x-kubernetes-map-type", choose("atomic", "granular", "separable", "", nil)},
	{"x-kubernetes-validations", rules},
	{"allOf", branches}, {"anyOf", branches}, {"oneOf", branches}, {"allOf", branches},
	{"anyOf", choose(intPattern, []any{intPattern[1], intPattern[0]}, []any{})},
	{"allOf", choose([]any{obj("anyOf", intPattern)}, []any{obj("anyOf", intPattern, "minLength", int64(1)), obj("type", "string")})},
	{"not", func(r *rand.Rand, node map[string]any) any { return branch(r, node) }},
	{"required", choose([]any{}, []any{"name"}, []any{"missing", "name", "name"}, nil)},
	{"enum", choose([]any{}, []any{"a", nil, int64(1)}, []any{obj()}, nil)},
	{"pattern", choose("", "^a+$", "(", "a{2,1}", "[", `\p{Greek}`, "(?=a)", nil)},
	{"format", choose("", "date-time", "datetime", "int32", "no-such-format", "uuid")},
	{"maximum", choose(int64(10), 1.5, -1.0)}, {"minimum", choose(int64(10), 1.5)},
	{"exclusiveMaximum", choose(flags...)}, {"exclusiveMinimum", choose(flags...)},
	{"maxLength", choose(int64(3), int64(-1))}, {"minLength", choose(int64(3), 3.0)},
	{"maxItems", choose(int64(3), int64(0))}, {"minItems", choose(int64(3))},
	{"maxProperties", choose(int64(3))}, {"minProperties", choose(int64(3))},
	{"multipleOf", choose(int64(2), 0.5, int64(0))},
	{"uniqueItems", choose(flags...)},
	{"title", choose("Title", "")}, {"description", choose("Words.", "")},
	{"example", choose("x", obj("a", int64(1)), nil)},
	{"externalDocs", choose(obj("url", "https://example.com"), obj(), nil)},
	{"id", choose("", "x")}, {"$schema", choose("", "https://example.com")}, {"$ref", choose("", "#/definitions/x", nil)},
	{"definitions", choose(obj(), obj("d", typed), obj("d", untyped), nil)},
	{"patternProperties", choose(obj(), obj("^x", typed), nil)},
	{"dependencies", choose(obj(), obj("d", typed), obj("d", []any{"a"}), nil)},
	{"additionalItems", choose(true, false, typed, nil)},
	{"unheardOf", choose(true)},
}

// properties adds or replaces one property.
func properties(r *rand.Rand, node map[string]any) any {
	out := map[string]any{}
	if old, ok := node["properties"].(map[string]any); ok {
		out = old
	}
	name := names[r.IntN(len(names))].(string)
	out[name] = choose(typed, untyped, obj("type", "object"), obj("type", "object", "properties", obj("name", typed)),
		obj("type", "array", "items", typed), obj("type", "integer", "nullable", true), obj("type", "string", "default", "x"),
		obj("type", "object", "description", "Words.", "properties", obj("generateName", typed, "labels", untyped)))(r, node)
	return out
}

// mapKeys returns names, mostly of properties of the items.
func mapKeys(r *rand.Rand, node map[string]any) any {
	items, _ := node["items"].(map[string]any)
	props, _ := items["properties"].(map[string]any)
	known := sortedKeys(props)
	out := []any{}
	for range r.IntN(4) {
		if len(known) > 0 && r.IntN(4) > 0 {
			out = append(out, known[r.IntN(len(known))])
		} else {
			out = append(out, names[r.IntN(len(names))])
		}
	}
	return out
}

// branches returns one to three branches of a junctor.
func branches(r *rand.Rand, node map[string]any) any {
	out := []any{}
	for range 1 + r.IntN(3) {
		out = append(out, branch(r, node))
	}
	return out
}

// branch returns a typical branch of a junctor: a copy of a part of the node, or
// keywords that may or may not be allowed there.
func branch(r *rand.Rand, node map[string]any) any {
	out := map[string]any{}
	for _, k := range sortedKeys(node) {
		if r.IntN(8) == 0 {
			out[k] = runtime.DeepCopyJSONValue(node[k])
		}
	}
	for range r.IntN(3) {
		small := []keyword{
			{"required", choose([]any{"name"})}, {"type", choose(types...)}, {"title", choose("Title")},
			{"properties", choose(obj("name", obj("minLength", int64(1))), obj("metadata", untyped), obj("a", obj("properties", obj("b", untyped))))},
			{"items", choose(untyped, obj("properties", obj("name", untyped)))}, {"nullable", choose(flags...)},
			{"additionalProperties", choose(flags...)}, {"default", choose("x")}, {"pattern", choose("(")},
			{"x-kubernetes-int-or-string", choose(flags...)}, {"x-kubernetes-list-type", choose("set")},
			{"x-kubernetes-validations", rules}, {"not", choose(untyped, typed)}, {"anyOf", choose(intPattern)},
		}
		k := small[r.IntN(len(small))]
		out[k.name] = k.value(r, node)
	}
	return out
}

// rules returns validation rules of every form, valid and invalid.
func rules(r *rand.Rand, _ map[string]any) any {
	out := []any{}
	for range 1 + r.IntN(2) {
		rule := obj("rule", choose("true", "", " ", "has(\nself.a)", "self == oldSelf")(r, nil))
		for _, k := range []keyword{
			{"message", choose("text", "", " ", "two\nlines", "\r")},
			{"messageExpression", choose("'text'", "", " ", "'a'\n+'b'")},
			{"reason", choose("FieldValueInvalid", "FieldValueRequired", "Because", "")},
			{"fieldPath", choose(".name", ".nowhere", "", " ", ".a\n.b", ".metadata.name", "['name']", "name")},
			{"optionalOldSelf", choose(flags...)},
		} {
			if r.IntN(3) == 0 {
				rule[k.name] = k.value(r, nil)
			}
		}
		out = append(out, rule)
	}
	return out
}
