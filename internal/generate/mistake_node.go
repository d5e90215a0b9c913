package generate

import (
	"fmt"
	"slices"
	"strings"
)

var foreignTypes = map[string][]string{
	"integer": {"int", "Integer", "int32", "long"}, "string": {"str", "String", "text"}, "boolean": {"bool", "Boolean"},
	"number": {"float", "double", "Number"}, "object": {"map", "Object", "dict"}, "array": {"list", "Array", "slice"},
}

var nodeMistakes = []mistake{
	atNode("type missing", func(_ *Generator, p schemaNode) bool {
		if text(p.node, "type") == "" {
			return false
		}
		delete(p.node, "type")
		return true
	}),
	atNode("type of another language", func(g *Generator, p schemaNode) bool {
		names := foreignTypes[text(p.node, "type")]
		if len(names) > 0 {
			p.node["type"] = pick(g.random, names)
		}
		return len(names) > 0
	}),
	atNode("list of types", func(g *Generator, p schemaNode) bool {
		t := text(p.node, "type")
		if t == "" || p.root {
			return false
		}
		p.node["type"] = pick(g.random, []any{[]any{t, "null"}, []any{t}, []any{"integer", "string"}})
		return true
	}),
	atNode("keyword misspelled", func(g *Generator, p schemaNode) bool {
		names := keys(p.node)
		if len(names) == 0 {
			return false
		}
		name := pick(g.random, names)
		return rename(p.node, name, g.misspelled(name))
	}),
	atNode("default of another type", otherDefault),
	atNode("default with an unknown field", func(_ *Generator, p schemaNode) bool {
		if text(p.node, "type") != "object" || p.root || !has(p.node, "properties") {
			return false
		}
		d := object(p.node, "default")
		if d == nil {
			d = map[string]any{}
			p.node["default"] = d
		}
		return setAbsent(d, "undeclared", "x")
	}),
	atNode("default in another letter case", func(_ *Generator, p schemaNode) bool {
		values := words(p.node, "enum")
		if len(values) == 0 || text(p.node, "type") != "string" {
			return false
		}
		p.node["default"] = strings.ToUpper(values[0])
		return true
	}),
	atNode("required beside the property", func(g *Generator, p schemaNode) bool {
		properties := object(p.node, "properties")
		for _, name := range shuffled(g.random, keys(properties)) {
			if s := object(properties, name); s != nil && setAbsent(s, "required", g.percent(80)) {
				return true
			}
		}
		return false
	}),
	atNode("additionalProperties beside properties", func(g *Generator, p schemaNode) bool {
		return has(p.node, "properties") && setAbsent(p.node, "additionalProperties",
			pick(g.random, []any{true, false, map[string]any{"type": "string"}, "true", map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}}}))
	}),
	atNode("items as a list", func(g *Generator, p schemaNode) bool {
		items := object(p.node, "items")
		if items == nil {
			return false
		}
		p.node["items"] = []any{items}
		if g.percent(30) {
			p.node["items"] = []any{items, map[string]any{"type": "string"}}
		}
		return true
	}),
	atNode("items missing", func(_ *Generator, p schemaNode) bool {
		if !has(p.node, "items") {
			return false
		}
		delete(p.node, "items")
		return true
	}),
	atNode("uniqueItems", func(_ *Generator, p schemaNode) bool {
		return text(p.node, "type") == "array" && setAbsent(p.node, "uniqueItems", true)
	}),
	atNode("number in quotes", func(g *Generator, p schemaNode) bool {
		for _, name := range shuffled(g.random, keys(p.node)) {
			switch v := p.node[name].(type) {
			case int64, float64, bool:
				p.node[name] = fmt.Sprint(v)
				return name != "default"
			}
		}
		return false
	}),
	atNode("keyword of JSON schema", func(g *Generator, p schemaNode) bool {
		name := pick(g.random, []string{"$ref", "definitions", "patternProperties", "dependencies", "additionalItems", "$schema", "id", "const", "readOnly"})
		return setAbsent(p.node, name, map[string]any{
			"$ref": "#/definitions/a", "definitions": map[string]any{"a": g.leaf()}, "patternProperties": map[string]any{"^a": g.leaf()},
			"dependencies": map[string]any{"a": []any{"b"}}, "additionalItems": false, "$schema": "http://json-schema.org/draft-07/schema#",
			"id": "thing", "const": "x", "readOnly": true,
		}[name])
	}),
	atNode("property beside properties", func(g *Generator, p schemaNode) bool {
		properties := object(p.node, "properties")
		names := slices.DeleteFunc(keys(properties), func(name string) bool { return has(p.node, name) })
		if len(names) == 0 {
			return false
		}
		name := pick(g.random, names)
		p.node[name] = properties[name]
		delete(properties, name)
		return true
	}),
	atNode("list map key", func(g *Generator, p schemaNode) bool {
		names := words(p.node, "x-kubernetes-list-map-keys")
		if len(names) == 0 {
			return false
		}
		switch g.below(4) {
		case 0:
			delete(p.node, "x-kubernetes-list-map-keys")
		case 1:
			delete(p.node, "x-kubernetes-list-type")
		case 2:
			delete(object(p.node, "items"), "required")
		default:
			p.node["x-kubernetes-list-map-keys"] = []any{g.misspelled(names[0])}
		}
		return true
	}),
	atNode("list type that does not fit", func(g *Generator, p schemaNode) bool {
		return setAbsent(p.node, "x-kubernetes-list-type", pick(g.random, []any{"map", "set", "Atomic", "sets"}))
	}),
	atNode("metadata that the server knows", func(g *Generator, p schemaNode) bool {
		if !p.root || !has(p.node, "properties") {
			return false
		}
		object(p.node, "properties")["metadata"] = map[string]any{"type": "object", "description": "Metadata.", "properties": map[string]any{
			"name": map[string]any{"type": "string", "maxLength": int64(30)}, "labels": map[string]any{"type": "object", "additionalProperties": g.leaf()},
		}}
		return true
	}),
	atNode("pattern of another language", func(_ *Generator, p schemaNode) bool {
		return text(p.node, "type") == "string" && setAbsent(p.node, "pattern", "^(?!foo).*$")
	}),
}

func otherDefault(g *Generator, p schemaNode) bool {
	if p.root {
		return false
	}
	wrong := map[string][]any{
		"integer": {"3", "03", "3.0", true, []any{int64(3)}}, "number": {"1.5", "2", "x"}, "boolean": {"true", "False", "yes", int64(1)},
		"string": {int64(3), true, 1.5, []any{}}, "array": {"a", map[string]any{}}, "object": {[]any{}, "", "{}"},
	}[text(p.node, "type")]
	if len(wrong) == 0 {
		return false
	}
	p.node["default"] = clone(pick(g.random, wrong))
	return true
}
