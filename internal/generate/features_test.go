package generate

import (
	"maps"
	"slices"
	"strings"
)

// features returns names for what a schema contains: "keyword", "keyword@root",
// "keyword in junctor", and some combinations.
func features(schema map[string]any) map[string]bool {
	out := map[string]bool{}
	for _, p := range nodesOf(schema) {
		where := ""
		switch {
		case p.root:
			where = "@root"
		case p.nested:
			where = " in junctor"
		}
		for keyword := range p.node {
			out[keyword+where] = true
		}
		if !p.nested {
			nodeFeatures(out, p.node)
		}
	}
	return out
}

func nodeFeatures(out map[string]bool, s map[string]any) {
	mark := func(name string, holds bool) { out[name] = out[name] || holds }
	if typ := text(s, "type"); typ != "" {
		out["type "+typ] = true
	}
	if b, ok := s["additionalProperties"].(bool); ok {
		mark("additionalProperties true", b)
		mark("additionalProperties false", !b)
	}
	mark("additionalProperties schema", object(s, "additionalProperties") != nil)
	mark("additionalProperties beside properties", has(s, "additionalProperties") && has(s, "properties"))
	mark("format known", has(s, "format"))

	preserve := isTrue(s, "x-kubernetes-preserve-unknown-fields")
	mark("preserve untyped", preserve && !has(s, "type"))
	mark("preserve beside properties", preserve && has(s, "properties"))
	mark("preserve beside items", preserve && has(s, "items"))
	for _, child := range (schemaNode{node: s}).below("properties") {
		mark("preserve switched back on", preserve && has(child.node, "properties") && !has(child.node, "x-kubernetes-preserve-unknown-fields"))
		mark("null in properties", isTrue(child.node, "nullable"))
	}

	embedded := isTrue(s, embeddedKeyword)
	mark("embedded and preserve", embedded && preserve)
	mark("embedded without preserve", embedded && !preserve)
	mark("embedded declares metadata", embedded && has(object(s, "properties"), "metadata"))

	if isTrue(s, "x-kubernetes-int-or-string") {
		mark("int-or-string plain", !branching(s))
		mark("int-or-string anyOf", has(s, "anyOf"))
		mark("int-or-string allOf", has(s, "allOf"))
		mark("int-or-string typed", has(s, "type"))
	}
	listFeatures(mark, s)
	defaultFeatures(mark, s, embedded)
}

func listFeatures(mark func(string, bool), s map[string]any) {
	if typ := text(s, "x-kubernetes-list-type"); typ != "" {
		mark("list type "+typ, true)
	}
	items := object(s, "items")
	for _, key := range words(s, "x-kubernetes-list-map-keys") {
		defaulted := has(object(object(items, "properties"), key), "default")
		required := slices.Contains(words(items, "required"), key)
		mark("key defaulted", defaulted && !required)
		mark("key required", required && !defaulted)
		mark("key both", required && defaulted)
	}
	if text(s, "x-kubernetes-list-type") == "set" {
		mark("set of "+text(items, "type"), true)
	}
}

func defaultFeatures(mark func(string, bool), s map[string]any, embedded bool) {
	switch d := s["default"].(type) {
	case map[string]any:
		mark("default map", len(d) > 0)
		mark("default of embedded", embedded)
		unknown := slices.ContainsFunc(keys(object(d, "metadata")), func(name string) bool {
			return !slices.Contains(metadataFields, name)
		})
		mark("default with unknown metadata", embedded && unknown)
	case []any:
		mark("default list", len(d) > 0)
	case string, bool, int64, float64:
		mark("default scalar", true)
	}
	mark("default and nullable", has(s, "default") && isTrue(s, "nullable"))
}

// expected holds in how many of a thousand valid schemas a feature must occur at
// least.
var expected = map[string]int{
	"type object": 1000, "type array": 300, "type string": 700, "type integer": 500, "type number": 300, "type boolean": 200,
	"additionalProperties schema": 150, "additionalProperties true": 30, "additionalProperties false": 20,
	"additionalProperties beside properties": 20,
	"preserve untyped":                       100, "preserve beside properties": 100, "preserve beside items": 10,
	"preserve switched back on": 30, "x-kubernetes-preserve-unknown-fields@root": 20,
	"embedded and preserve": 50, "embedded without preserve": 50, "embedded declares metadata": 40,
	"int-or-string plain": 100, "int-or-string anyOf": 100, "int-or-string allOf": 50, "int-or-string typed": 20,
	"nullable": 300, "default": 400, "default scalar": 300, "default map": 100, "default list": 50, "default of embedded": 20,
	"default with unknown metadata": 3, "default and nullable": 20,
	"enum": 300, "minimum": 300, "maximum": 300, "multipleOf": 100, "pattern": 200, "format": 200, "minLength": 200,
	"maxLength": 200, "minItems": 50, "maxItems": 50, "minProperties": 50, "maxProperties": 50,
	"exclusiveMinimum": 50, "exclusiveMaximum": 50, "required": 300, "required@root": 300,
	"list type atomic": 40, "list type set": 60, "list type map": 100, "set of object": 5, "set of array": 3,
	"key defaulted": 20, "key required": 80, "key both": 5, "x-kubernetes-map-type": 100,
	"allOf": 100, "anyOf": 150, "oneOf": 80, "not": 80, "allOf@root": 20, "anyOf@root": 20, "oneOf@root": 5, "not@root": 20,
	"required in junctor": 50, "properties in junctor": 50, "items in junctor": 5, "enum in junctor": 30,
	"not in junctor": 20, "anyOf in junctor": 20, "additionalProperties in junctor": 3, "pattern in junctor": 30,
	"description": 200, "title": 50, "example": 50, "externalDocs": 20,
}

func valueFeatures(out map[string]bool, v any) {
	switch v := v.(type) {
	case nil:
		out["null"] = true
	case float64:
		out["float"] = true
		if v == float64(int64(v)) {
			out["integral float"] = true
		}
	case int64:
		out["integer"] = true
	case string:
		out["long string"] = out["long string"] || len(v) > 200
	case []any:
		out["list"] = true
		if slices.Contains(kindsOf(v), "null") {
			out["null in a list"] = true
		}
		for _, e := range v {
			valueFeatures(out, e)
		}
	case map[string]any:
		if slices.Contains(kindsOf(slices.Collect(maps.Values(v))), "null") {
			out["null in a map"] = true
		}
		for name, e := range v {
			out["dotted name"] = out["dotted name"] || strings.ContainsAny(name, ".[/")
			valueFeatures(out, e)
		}
	}
}

func kindsOf(list []any) []string {
	var out []string
	for _, e := range list {
		if e == nil {
			out = append(out, "null")
		}
	}
	return out
}
