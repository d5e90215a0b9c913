package generate

import (
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"unicode/utf8"
)

// satisfies reports whether a value satisfies the value validations of a generated schema. It
// is used only to discard drafts: formats are looked up among the samples, and where the
// server's rules are irregular it is stricter.
func satisfies(s map[string]any, v any) bool {
	if !typeFits(s, v) || !enumHas(s, v) {
		return false
	}
	if v == nil {
		return true // the server does not check the rest
	}
	switch v := v.(type) {
	case string:
		return junctorsHold(s, v) && stringFits(s, v)
	case int64, float64:
		return junctorsHold(s, v) && numberFits(s, v)
	case map[string]any:
		return junctorsHold(s, v) && objectFits(s, v)
	case []any:
		return junctorsHold(s, v) && listFits(s, v)
	default:
		return junctorsHold(s, v)
	}
}

func typeFits(s map[string]any, v any) bool {
	typ := text(s, "type")
	if v == nil {
		return isTrue(s, "nullable") || typ == "" && !isTrue(s, "x-kubernetes-int-or-string")
	}
	if isTrue(s, "x-kubernetes-int-or-string") && !is("integer", v) && !is("string", v) {
		return false
	}
	if f := text(s, "format"); f != "" && typ == "" && !is("string", v) {
		return false
	}
	return typ == "" || is(typ, v)
}

func is(typ string, v any) bool {
	switch v := v.(type) {
	case bool:
		return typ == "boolean"
	case string:
		return typ == "string"
	case int64:
		return typ == "integer" || typ == "number"
	case float64:
		return typ == "number" || typ == "integer" && v == math.Trunc(v) && math.Abs(v) < 1<<53
	case map[string]any:
		return typ == "object"
	case []any:
		return typ == "array"
	default:
		return false
	}
}

func enumHas(s map[string]any, v any) bool {
	enum := list(s, "enum")
	if len(enum) == 0 {
		return true
	}
	return v != nil && slices.ContainsFunc(enum, func(e any) bool { return reflect.DeepEqual(e, v) })
}

func junctorsHold(s map[string]any, v any) bool {
	fits := func(b map[string]any) bool { return satisfies(b, v) }
	if slices.ContainsFunc(schemas(s, "allOf"), func(b map[string]any) bool { return !fits(b) }) {
		return false
	}
	if anyOf := schemas(s, "anyOf"); len(anyOf) > 0 && !slices.ContainsFunc(anyOf, fits) {
		return false
	}
	if oneOf := schemas(s, "oneOf"); len(oneOf) > 0 {
		n := 0
		for _, b := range oneOf {
			if fits(b) {
				n++
			}
		}
		if n != 1 {
			return false
		}
	}
	not := object(s, "not")
	return not == nil || !fits(not)
}

func stringFits(s map[string]any, v string) bool {
	n := utf8.RuneCountInString(v)
	if n < count(s, "minLength", 0) || n > count(s, "maxLength", n) {
		return false
	}
	if p := text(s, "pattern"); p != "" && !matches(p, v) {
		return false
	}
	f, known := find(formats, text(s, "format"))
	return !known || slices.Contains(f.hits, v)
}

var compiled = func() map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for _, p := range patterns {
		out[p.is] = regexp.MustCompile(p.is)
	}
	return out
}()

func matches(pattern, v string) bool {
	if re := compiled[pattern]; re != nil {
		return re.MatchString(v)
	}
	re, err := regexp.Compile(pattern)
	return err == nil && re.MatchString(v)
}

func numberFits(s map[string]any, v any) bool {
	x, isFloat := v.(float64)
	adjust := func(bound float64) float64 { return bound }
	if !isFloat {
		x = float64(v.(int64))
		adjust = math.Trunc // the server truncates bounds for integers
	}
	if lo, ok := number(s, "minimum"); ok && (x < adjust(lo) || x == adjust(lo) && isTrue(s, "exclusiveMinimum")) {
		return false
	}
	if hi, ok := number(s, "maximum"); ok && (x > adjust(hi) || x == adjust(hi) && isTrue(s, "exclusiveMaximum")) {
		return false
	}
	if m, ok := number(s, "multipleOf"); ok && (adjust(m) <= 0 || math.Abs(x) >= 1<<53 || math.Mod(x, adjust(m)) != 0) {
		return false
	}
	switch text(s, "format") {
	case "int32":
		return math.Abs(x) <= math.MaxInt32
	case "float":
		return math.Abs(x) <= math.MaxFloat32
	default:
		return true
	}
}

func objectFits(s, v map[string]any) bool {
	if len(v) < count(s, "minProperties", 0) || len(v) > count(s, "maxProperties", len(v)) {
		return false
	}
	if slices.ContainsFunc(words(s, "required"), func(name string) bool { return !has(v, name) }) {
		return false
	}
	for name, e := range v {
		child, ok := object(s, "properties")[name].(map[string]any)
		if !ok {
			if allowed, isBool := s["additionalProperties"].(bool); isBool && !allowed {
				return false
			}
			child = object(s, "additionalProperties")
		}
		if child != nil && !satisfies(child, e) {
			return false
		}
	}
	return true
}

func listFits(s map[string]any, v []any) bool {
	if len(v) < count(s, "minItems", 0) || len(v) > count(s, "maxItems", len(v)) {
		return false
	}
	items := object(s, "items")
	return items == nil || !slices.ContainsFunc(v, func(e any) bool { return !satisfies(items, e) })
}

var junctors = []string{"allOf", "anyOf", "oneOf", "not"}

func branching(s map[string]any) bool {
	return slices.ContainsFunc(junctors, func(j string) bool { return has(s, j) })
}

// flatten returns a schema without junctors at its root, with one branch chosen from each
// anyOf and oneOf. It ignores not, so a few values of the result do not satisfy the schema.
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
			out = merge(out, g.flatten(pick(g.random, branches)))
		}
	}
	return out
}

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

// mergeProperties merges properties. It adds none to a node outside of junctors, because
// values of undeclared properties are pruned.
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
