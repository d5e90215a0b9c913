package attack

import (
	"fmt"
	"strings"
)

// patchedDefaults returns an object of many items without a long string that is their default.
// The items share the string in memory, and each has its own in the text that a patch changes.
func patchedDefaults(n int) input {
	item := properties("s", obj{"type": "string", "default": strings.Repeat("x", n)})
	in := inputOf(properties("l", listOf(item)), obj{"l": repeat(n/300, func(int) any { return obj{} })})
	in.body = `[{"op":"add","path":"/metadata/labels","value":{}}]`
	return in
}

// numbers returns a YAML text of numbers that are not floats, or only almost: the conversion
// of each needs arithmetic with hundreds of digits.
func numbers(n int) input {
	in := inputOf(plain(), obj{})
	in.text = "apiVersion: e.io/v1\nkind: A\nmetadata: {name: a}\nspec: {l: [" + text("", n/17, "1.e309, 5.e-324", ", ", "]}\n")
	in.bytes = len(in.text)
	return in
}

// jsonNumbers returns the same as JSON, with numbers that a decoder takes.
func jsonNumbers(n int) input {
	in := inputOf(plain(), obj{})
	in.text = `{"apiVersion":"e.io/v1","kind":"A","metadata":{"name":"a"},"spec":{"l":[` + text("", n/7, "5e-324", ",", "]}}")
	in.bytes = len(in.text)
	return in
}

// longPaths returns wrong values below a long name that an update does not change.
func longPaths(n int) input {
	wrong := obj{}
	for i := range n / 300 {
		wrong[fmt.Sprint("f", i)] = int64(i)
	}
	texts := obj{"type": "object", "additionalProperties": obj{"type": "string"}}
	in := inputOf(properties("m", obj{"type": "object", "additionalProperties": texts}), obj{"m": obj{strings.Repeat("k", n): wrong}})
	in.isUpdate = true
	return in
}

// deepElements returns managed fields that are elements of sets, as deep lists.
func deepElements(n int) input {
	fields := obj{}
	for i := range max(1, n/20_000) {
		levels := min(n, 20_000)/2 - 10
		fields["v:"+strings.Repeat("[", levels)+fmt.Sprint(i)+strings.Repeat("]", levels)] = obj{}
	}
	entry := obj{"manager": "m", "operation": "Update", "apiVersion": "e.io/v1", "fieldsType": "FieldsV1", "time": "2026-01-01T00:00:00Z", "fieldsV1": obj{"f:spec": obj{"f:l": fields}}}
	in := inputOf(plain(), obj{"metadata": obj{"name": "a", "managedFields": []any{entry}}, "spec": obj{"a": int64(1)}})
	in.old, in.isUpdate = object(obj{"metadata": in.object["metadata"], "spec": obj{"a": int64(2)}}), true
	return in
}

// manyKeys returns a list with 1,000 keys, most of them defaults: a product.
func manyKeys(n int) input {
	keys, p := []any{}, obj{}
	for i := range 1000 {
		name := fmt.Sprintf("k%d", i)
		keys = append(keys, name)
		p[name] = obj{"type": "integer", "default": int64(0)}
	}
	items := obj{"type": "object", "properties": p, "required": []any{"k0"}}
	list := with(with(listOf(items), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", keys)
	return inputOf(properties("l", list), obj{"l": repeat(n/20, func(i int) any { return obj{"k0": int64(i)} })})
}

// manyDates returns columns of dates that all show one long string.
func manyDates(n int) input {
	in := inputOf(plain(), obj{"spec": obj{"s": strings.Repeat("2", n)}})
	version := in.crd["spec"].(obj)["versions"].([]any)[0].(obj)
	version["additionalPrinterColumns"] = repeat(n/700, func(i int) any {
		return obj{"name": fmt.Sprintf("c%d", i), "type": "date", "jsonPath": ".spec.s"}
	})
	in.bytes = 0
	return in.measured()
}

// deepDuplicates returns a text with fields that are repeated at each level.
func deepDuplicates(n int) input {
	in := inputOf(plain(), obj{})
	levels := min(n/40, 9000)
	name := strings.Repeat("n", min(n/levels/4, 300))
	in.text = `{"apiVersion":"e.io/v1","kind":"A","metadata":{"name":"a"},"spec":` +
		strings.Repeat(`{"`+name+`":0,"`+name+`":`, levels) + "{" + text("", n/20, `"a":1`, ",", "}") + strings.Repeat("}", levels+1)
	in.bytes = len(in.text)
	return in
}

// longLevels returns chains with long names that an update changes at their ends.
func longLevels(n int) input {
	levels := min(n/100, maxChain)
	chain := func(end any) obj {
		return obj{"spec": nest(levels, end, func(inner any) any { return obj{strings.Repeat("k", n/levels-5): inner} })}
	}
	in := inputOf(plain(), chain(int64(1)))
	in.old, in.isUpdate = object(chain(int64(2))), true
	return in
}

// nestedKeys returns lists with keys in lists with keys, each with an element that repeats
// another.
func nestedKeys(n int) input {
	levels := min(n/250+1, 600)
	schema := obj{"type": "object", "properties": obj{"k": obj{"type": "string"}}}
	value := any(obj{"k": "a"})
	for range levels {
		list := with(with(listOf(with(schema, "required", []any{"k"})), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", []any{"k"})
		schema = obj{"type": "object", "properties": obj{"k": obj{"type": "string"}, "l": list}}
		value = obj{"k": "a", "l": []any{value, obj{"k": "b"}, obj{"k": "b"}}}
	}
	in := inputOf(properties("o", schema), obj{"o": value})
	in.isUpdate = true
	return in
}

// objectKeys returns a list whose keys are objects.
func objectKeys(n int) input {
	open := obj{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	items := obj{"type": "object", "properties": obj{"k": open}, "required": []any{"k"}}
	list := with(with(listOf(items), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", []any{"k"})
	return inputOf(properties("l", list), obj{"l": repeat(n/60, func(i int) any { return obj{"k": obj{"a": obj{"b": []any{obj{"c": int64(i)}}}}} })})
}

// selectors returns a text of selectors, also as labels.
func selectors(n int) input {
	m := obj{}
	for i := range n / 30 {
		m[fmt.Sprintf("e.io/label%d", i)] = "Value-1"
	}
	in := inputOf(plain(), obj{"metadata": obj{"name": "a", "labels": m}})
	in.text, in.bytes = text("", n/20, "e.io/a in (a,b),!b=1", ",", ""), n
	return in
}

// descendants returns columns with templates that visit all values below all values.
func descendants(n int) input {
	value := nest(min(n/100, 200), obj{}, func(inner any) any { return obj{"a": inner, "b": obj{}} })
	in := inputOf(plain(), obj{"spec": value})
	version := in.crd["spec"].(obj)["versions"].([]any)[0].(obj)
	version["additionalPrinterColumns"] = repeat(n/100, func(i int) any {
		return obj{"name": fmt.Sprintf("c%d", i), "type": "string", "jsonPath": "..a..a..a"}
	})
	in.bytes = 0
	return in.measured()
}

// declarations returns a declaration of conversion whose rules change the fields of one map, and
// those of the elements of a list.
func declarations(n int) input {
	fields, rules := obj{}, []any{}
	for i := range n / 400 {
		name := func(prefix string) string { return fmt.Sprint(".spec.", prefix, i) }
		fields[fmt.Sprint("a", i)], fields[fmt.Sprint("b", i)], fields[fmt.Sprint("c", i)] = "x", "x:1", "x"
		rules = append(rules,
			obj{"rename": obj{"path": name("a"), "to": fmt.Sprint("d", i)}},
			obj{"split": obj{"from": name("b"), "separator": ":", "to": []any{name("e"), obj{"path": name("f"), "type": "integer"}}}},
			obj{"values": obj{"path": name("c"), "pairs": []any{obj{"from": "x", "to": int64(i)}, obj{"from": "y", "to": "z"}}}},
			obj{"constant": obj{"path": name("g"), "value": []any{int64(i)}}},
		)
	}
	items := repeat(n/200, func(int) any { return obj{"a": "x"} })
	rules = append(rules, obj{"move": obj{"from": ".l[*].a", "to": ".l[*].m.a"}})
	in := inputOf(plain(), obj{"spec": fields, "l": items})
	in.declared = obj{"from": "e.io/v1", "to": "e.io/v2", "rules": rules}
	in.bytes = 0
	return in.measured()
}
