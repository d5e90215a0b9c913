package attack

import (
	"encoding/json"
	"fmt"
	"strings"
)

func wide(n int) input {
	item := obj{"type": "object", "properties": obj{"k": obj{"type": "string"}, "v": obj{"type": "integer"}}}
	m := obj{}
	for i := range n / 40 {
		m[fmt.Sprintf("key%d", i)] = "value"
	}
	schema := obj{"type": "object", "properties": obj{"l": listOf(item), "m": obj{"type": "object", "additionalProperties": obj{"type": "string"}}}}
	return inputOf(schema, obj{"l": repeat(n/40, func(i int) any { return obj{"k": "a", "v": int64(i)} }), "m": m})
}

func manyErrors(n int) input {
	item := with(properties("k", obj{"type": "string", "maxLength": int64(0)}), "required", []any{"r"})
	return inputOf(properties("l", listOf(item)), obj{"l": repeat(n/10, func(int) any { return obj{"k": "a"} })})
}

func duplicateItems(n int) input {
	set := with(listOf(obj{"type": "string"}), "x-kubernetes-list-type", "set")
	keyed := with(with(listOf(with(properties("k", obj{"type": "string"}), "required", []any{"k"})), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", []any{"k"})
	in := inputOf(obj{"type": "object", "properties": obj{"s": set, "m": keyed}},
		obj{"s": repeat(n/15, func(i int) any { return fmt.Sprint(i % 10) }), "m": repeat(n/20, func(i int) any { return obj{"k": fmt.Sprint(i % 10)} })})
	in.text = `{"apiVersion":"e.io/v1","kind":"A",` + text("", n/10, `"a":1`, ",", "}")
	return in
}

func nestedSets(n int) input {
	levels := min(n/1000+1, 200)
	list := func(items any, listType string) obj {
		return with(listOf(items.(obj)), "x-kubernetes-list-type", listType)
	}
	schema := properties("l", nest(levels, obj{"type": "integer"}, func(inner any) any { return list(list(inner, "atomic"), "set") }).(obj))
	width := n / levels / 8
	return inputOf(schema, obj{"l": nest(levels, int64(1), func(inner any) any {
		return append(repeat(width, func(i int) any { return []any{int64(i)} }), []any{inner})
	})})
}

// sharedMaps returns n/100 levels of maps with the next one twice. They cannot be text: a
// level counts as 100 bytes.
func sharedMaps(n int) input {
	value := shared(min(n/100, maxChain))
	in := input{crd: crdOf(with(plain(), "default", obj{"spec": value})), schema: plain(), object: object(obj{"spec": value}), bytes: n, noText: true}
	return in.measured()
}

// aliases returns a YAML text whose aliases refer to maps with aliases.
func aliases(n int) input {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := range n / 40 {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i/2, i/3)
	}
	in := inputOf(plain(), obj{})
	in.text, in.bytes = b.String(), b.Len()
	return in
}

func manyManagers(n int) input {
	entries := repeat(n/200, func(i int) any {
		return obj{"manager": fmt.Sprint("m", i), "operation": "Update", "apiVersion": "e.io/v1", "fieldsType": "FieldsV1", "time": "2026-01-01T00:00:00Z", "fieldsV1": obj{"f:spec": obj{fmt.Sprint("f:a", i): obj{}, "f:b": obj{}}}}
	})
	in := inputOf(plain(), obj{"metadata": obj{"name": "a", "managedFields": entries}, "spec": obj{"a1": int64(1), "b": int64(2)}})
	in.old, in.isUpdate = object(obj{"metadata": in.object["metadata"], "spec": obj{"a1": int64(2)}}), true
	return in
}

func manyOwners(n int) input {
	owners := repeat(n/80, func(i int) any {
		return obj{"apiVersion": "v1", "kind": "B", "name": "b", "uid": fmt.Sprint("u", i%50), "controller": i < 2}
	})
	finalizers := repeat(n/40, func(i int) any { return fmt.Sprint("e.io/f", i%50) })
	return inputOf(plain(), obj{"metadata": obj{"name": "a", "ownerReferences": owners, "finalizers": finalizers}})
}

// unsorted returns a set whose elements are in the order that takes longest to sort, and as
// many fields.
func unsorted(n int) input {
	set := with(listOf(obj{"type": "string"}), "x-kubernetes-list-type", "set")
	schema := obj{"type": "object", "properties": obj{"s": set, "m": obj{"type": "object", "additionalProperties": obj{"type": "integer"}}}}
	m := obj{}
	for i := range n / 30 {
		m[fmt.Sprintf("key%d", i)] = int64(1)
	}
	return inputOf(schema, obj{"s": repeat(n/30, func(i int) any { return fmt.Sprintf("%09d", n-i) }), "m": m})
}

func manyLabels(n int) input {
	m := obj{}
	for i := range n / 30 {
		m[fmt.Sprintf("e.io/label%d", i)] = "Value-1"
	}
	return inputOf(plain(), obj{"metadata": obj{"name": "a", "labels": m, "annotations": m}})
}

func manyOperations(n int) input {
	operations := repeat(min(n/40, 10_000), func(int) any { return obj{"op": "add", "path": "/spec/l/0", "value": int64(1)} })
	body, _ := json.Marshal(operations)
	in := inputOf(plain(), obj{"spec": obj{"l": repeat(n/4, func(int) any { return int64(1) })}})
	in.body = string(body)
	in.bytes += len(body)
	return in
}

// mergePatch returns an object with a merge patch of as many fields, half of them new.
func mergePatch(n int) input {
	fields := func(from int) obj {
		m := obj{}
		for i := range n / 60 {
			m[fmt.Sprintf("field%d", from+i)] = obj{"a": int64(1), "b": "c"}
		}
		return m
	}
	body, _ := json.Marshal(obj{"spec": fields(n / 120)})
	in := inputOf(plain(), obj{"spec": fields(0)})
	in.body = string(body)
	in.bytes += len(body)
	return in
}

// unknownFields returns objects of one unknown field, an object of many, and embedded resources
// with an unknown field of metadata and nothing else.
func unknownFields(n int) input {
	embedded := obj{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}
	schema := obj{"type": "object", "properties": obj{
		"l": listOf(properties("k", obj{"type": "string"})), "m": properties("k", obj{"type": "string"}), "e": listOf(embedded),
	}}
	m := obj{}
	for i := range n / 60 {
		m[fmt.Sprintf("field%d", i)] = int64(0)
	}
	return inputOf(schema, obj{
		"l": repeat(n/24, func(int) any { return obj{"z": int64(0)} }), "m": m,
		"e": repeat(n/66, func(int) any { return obj{"metadata": obj{"z": int64(0)}} }),
	})
}

// wrongTypes returns an object with large values instead of scalars, lists and maps, also
// in its metadata.
func wrongTypes(n int) input {
	list := func(n int) any { return repeat(n, func(int) any { return obj{"a": int64(0)} }) }
	fields := func(n int) any {
		m := obj{}
		for i := range n {
			m[fmt.Sprint("field", i)] = []any{}
		}
		return m
	}
	schema := obj{"type": "object", "properties": obj{
		"s": obj{"type": "string", "maxLength": int64(5)}, "i": obj{"type": "integer", "enum": []any{int64(1)}}, "l": listOf(obj{"type": "string"}),
		"m": obj{"type": "object", "additionalProperties": obj{"type": "string"}},
	}}
	o := object(obj{"s": list(n / 80), "i": fields(n / 120), "l": fields(n / 120), "m": list(n / 80)})
	o["metadata"] = obj{"name": "a", "labels": list(n / 80), "annotations": obj{"a": fields(n / 120)}, "finalizers": fields(n / 120)}
	in := input{crd: crdOf(schema), schema: schema, object: o}
	return in.measured()
}

// wrongDefinition returns a CRD with such values.
func wrongDefinition(n int) input {
	in := wrongTypes(n / 2)
	in.crd["metadata"], in.crd["status"] = in.object["metadata"], in.object
	spec, version := in.crd["spec"].(obj), in.crd["spec"].(obj)["versions"].([]any)[0].(obj)
	spec["conversion"], spec["scope"], version["subresources"] = obj{"strategy": in.object["s"]}, in.object["i"], obj{"scale": in.object["l"]}
	version["additionalPrinterColumns"], version["selectableFields"] = in.object["i"], in.object["l"]
	spec["names"].(obj)["shortNames"], spec["names"].(obj)["singular"] = in.object["i"], in.object["s"]
	in.bytes = 0
	return in.measured()
}
