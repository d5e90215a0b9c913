package celeval

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// flipRule is a rule about self.v, a value of a sort.
type flipRule struct{ sort, text string }

var flipTexts = sync.OnceValue(func() map[string][]string { return readRules("flips") })

// flipRules returns the rules of all sorts.
var flipRules = sync.OnceValue(func() (out []flipRule) {
	for _, sort := range slices.Sorted(maps.Keys(flipTexts())) {
		for _, text := range flipTexts()[sort] {
			if _, found := sizedValues[sort]; found {
				out = append(out, flipRule{sort, text})
			}
		}
	}
	return out
})

// limitRules returns the rules of a section, each with its sort.
func limitRules(section string) (out []flipRule) {
	for _, line := range flipTexts()[section] {
		sort, text, _ := strings.Cut(line, " ")
		out = append(out, flipRule{sort, text})
	}
	return out
}

// sizedValue is a schema and its values of any size.
type sizedValue struct {
	schema object
	value  func(size int) any
	most   int
}

var sizedValues = map[string]sizedValue{
	"string":    {object{"type": "string"}, repeated("a"), 3000},
	"wide":      {object{"type": "string"}, repeated("é"), 2000},
	"digits":    {object{"type": "string"}, repeated("1"), 400},
	"url":       {object{"type": "string"}, func(n int) any { return "https://a/" + strings.Repeat("b", n) + "?c=d" }, 1000},
	"bytes":     {object{"type": "string", "format": "byte"}, repeated("YWJj"), 800},
	"integers":  listOf(object{"type": "integer"}, "", func(i int) any { return int64(i) }),
	"strings":   listOf(object{"type": "string"}, "", key),
	"addresses": listOf(object{"type": "string"}, "", func(i int) any { return fmt.Sprintf("10.0.%d.%d", i/256, i%256) }),
	"set":       listOf(object{"type": "string"}, "set", key),
	"keyed":     listOf(elementSchema, "map", func(i int) any { return object{"k": key(i), "p": int64(i)} }),
	"objects":   listOf(elementSchema, "", func(i int) any { return object{"a": "x", "b": int64(i), "k": "same"} }),
	"lists":     listOf(object{"type": "array", "items": object{"type": "integer"}}, "", func(int) any { return numbers(3) }),
	"map":       mapOf("integer", func(i int) any { return int64(i) }),
	"texts":     mapOf("string", key),
}

var elementSchema = object{"type": "object", "properties": object{
	"k": object{"type": "string"}, "p": object{"type": "integer"}, "a": object{"type": "string"},
	"b": object{"type": "integer"}, "o": object{"type": "string"},
}}

func key(i int) any { return fmt.Sprintf("k%012d", i) }

func repeated(s string) func(int) any {
	return func(n int) any { return strings.Repeat(s, n) }
}

func listOf(items object, listType string, item func(int) any) sizedValue {
	schema := object{"type": "array", "items": items}
	if listType != "" {
		schema["x-kubernetes-list-type"] = listType
	}
	if listType == "map" {
		schema["x-kubernetes-list-map-keys"] = []any{"k"}
	}
	return sizedValue{schema, func(n int) any {
		out := make([]any, n)
		for i := range out {
			out[i] = item(i)
		}
		return out
	}, 60}
}

func mapOf(values string, value func(int) any) sizedValue {
	schema := object{"type": "object", "additionalProperties": object{"type": values}}
	return sizedValue{schema, func(n int) any {
		out := object{}
		for i := range n {
			out[fmt.Sprint(key(i))] = value(i)
		}
		return out
	}, 60}
}

// drawnFlip returns the flip of one of the rules, used as a condition, as a message
// or about an update, alone or together with others.
func drawnFlip(seed uint64) flip {
	all := flipRules()
	d := drawer{parity.Rand(seed), 1}
	r := all[seed%uint64(len(all))]
	v := sizedValues[r.sort]
	v.most = v.most/4 + d.IntN(v.most)
	use := flipUses[(seed+seed/uint64(len(all)))%uint64(len(flipUses))]
	node := object{"type": "object", "properties": object{"v": v.schema, "n": object{"type": "integer"}}, "x-kubernetes-validations": use.rules(r.text)}
	return flipOf(r.text, use.sized(node, v).budgeted(d))
}

// flipUse is a way to use a rule.
type flipUse struct {
	rules func(text string) []any
	// old returns the value before the update, or nil for a new object.
	old func(v sizedValue, size int) any
	// items is how many values there are with the rules, 0 for one that is not in a list.
	items int
}

var flipUses = []flipUse{
	{rules: conditions("%s")},
	{rules: conditions("!(%s)", "self.n == 0"), items: 3},
	{rules: conditions("%s", "%s", "%s", "self.n > 0", "%s")},
	{rules: messages("%s")},
	{rules: messages("%s"), old: same},
	{rules: conditions("self == oldSelf && (%s)", "self.n == 1"), old: same},
	{rules: conditions("self.v != oldSelf.v && (%s)"), old: smaller},
	{rules: conditions("self.n == 1", "%s"), old: same, items: 2},
	{rules: optional("oldSelf.hasValue() || (%s)")},
	{rules: optional("oldSelf.hasValue() && oldSelf.value().v == self.v && (%s)"), old: same},
}

func conditions(forms ...string) func(string) []any {
	return func(text string) (out []any) {
		for _, form := range forms {
			out = append(out, object{"rule": strings.ReplaceAll(form, "%s", text), "message": " no "})
		}
		return out
	}
}

func messages(form string) func(string) []any {
	return func(text string) []any {
		text = strings.ReplaceAll(form, "%s", text)
		return []any{object{"rule": "self.n == 1", "messageExpression": "(" + text + ") ? 'yes' : 'no'", "fieldPath": ".n", "reason": "FieldValueRequired"}}
	}
}

func optional(form string) func(string) []any {
	return func(text string) []any {
		return []any{object{"rule": strings.ReplaceAll(form, "%s", text), "optionalOldSelf": true}}
	}
}

func same(v sizedValue, size int) any { return object{"v": v.value(size), "n": int64(0)} }

func smaller(v sizedValue, size int) any { return object{"v": v.value(size - 1), "n": int64(0)} }

func (u flipUse) sized(node object, v sizedValue) sizedCase {
	schema := node
	if u.items > 0 {
		schema = object{"type": "array", "items": node}
	}
	r, ok := compile(object{"type": "object", "properties": object{"x": schema}})
	if !ok {
		panic(fmt.Sprint(node))
	}
	return sizedCase{most: v.most, at: func(size int) evalCase {
		j := evalCase{rules: r, object: object{"x": u.around(object{"v": v.value(size), "n": int64(0)})}}
		if u.old != nil {
			j.old = object{"x": u.around(u.old(v, size))}
		}
		return j
	}}
}

// around returns the value, or a list of it.
func (u flipUse) around(v any) any {
	if u.items == 0 {
		return v
	}
	return slices.Repeat([]any{v}, u.items)
}
