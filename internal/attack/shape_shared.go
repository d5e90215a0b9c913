package attack

import (
	"fmt"
	"strings"
)

// sharedKeys returns a list with two keys, one of them a long default, and a wrong value in each
// element that an update does not change. The elements share the default, and each has its own
// text as an element of managed fields and in the index of old elements.
func sharedKeys(n int) input {
	items := obj{"type": "object", "required": []any{"i"}, "properties": obj{
		"i": obj{"type": "integer"}, "s": obj{"type": "string", "default": strings.Repeat("x", n)}, "v": obj{"type": "string"},
	}}
	list := with(with(listOf(items), "x-kubernetes-list-type", "map"), "x-kubernetes-list-map-keys", []any{"i", "s"})
	elements := repeat(n/300, func(i int) any { return obj{"i": int64(i), "v": int64(i)} })
	in := inputOf(properties("l", list), obj{"l": elements})
	in.isUpdate = true
	return in
}

// sharedKinds returns embedded resources whose kind is a long default.
func sharedKinds(n int) input {
	resource := obj{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
		"default": obj{"apiVersion": "v1", "kind": strings.Repeat("ä", n/2), "metadata": obj{"name": "a"}}}
	return inputOf(properties("l", listOf(properties("e", resource))), obj{"l": repeat(n/300, func(int) any { return obj{} })})
}

// longFormats returns rules that read a long text of a format for each element of a list.
func longFormats(n int) input {
	fields, rules := obj{"l": repeat(n/100, func(i int) any { return int64(i) })}, []any{}
	schema := obj{"type": "object", "properties": obj{"l": listOf(obj{"type": "integer"})}}
	for name, expression := range map[string]string{
		"duration": "getHours() == 1", "date": "getFullYear() == 1", "date-time": "getFullYear() == 1", "byte": "size() == 1",
	} {
		field := strings.ReplaceAll(name, "-", "")
		schema["properties"].(obj)[field] = obj{"type": "string", "format": name}
		fields[field] = strings.Repeat("2", n/4)
		rules = append(rules, obj{"rule": fmt.Sprintf("self.l.all(x, self.%s.%s)", field, expression)})
	}
	return inputOf(with(schema, "x-kubernetes-validations", rules), fields)
}
