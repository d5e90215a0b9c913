package generate

import "slices"

var listFlaws = []flaw{
	setWhere("list type of no list", func(p schemaNode) bool { return !p.nested && text(p.node, "type") != "array" }, func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-list-type": pick(g.random, []string{"atomic", "set", "map", ""})}
	}),
	inList("list type unknown", func(g *Generator, list, _ map[string]any) {
		list["x-kubernetes-list-type"] = pick(g.random, []string{"", "Set", "list"})
	}),
	inList("list type missing", func(_ *Generator, list, _ map[string]any) {
		delete(list, "x-kubernetes-list-type")
	}),
	inList("list type other", func(g *Generator, list, _ map[string]any) {
		list["x-kubernetes-list-type"] = pick(g.random, []string{"set", "atomic", "map"})
	}),
	inList("items missing", func(_ *Generator, list, _ map[string]any) {
		delete(list, "items")
	}),
	inList("items no object", func(g *Generator, list, _ map[string]any) {
		list["items"] = g.scalar("string")
	}),
	inList("items list of keyed list", func(g *Generator, list, _ map[string]any) {
		list["items"] = []any{g.leaf()}
	}),
	inList("items nullable", func(_ *Generator, _, items map[string]any) {
		items["nullable"] = true
	}),
	setWhere("set of objects or lists", ofType("array"), func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-list-type": "set", "items": g.notAtomic()}
	}),
	setWhere("set of nullable", ofType("array"), func(_ *Generator) map[string]any {
		return map[string]any{"x-kubernetes-list-type": "set", "items": map[string]any{"type": "string", "nullable": true}}
	}),
}

func (g *Generator) notAtomic() map[string]any {
	properties := map[string]any{"a": map[string]any{"type": "string"}}
	items := map[string]any{"type": "string"}
	return pick(g.random, []map[string]any{
		{"type": "object", "properties": properties},
		{"type": "object", "properties": properties, "x-kubernetes-map-type": "granular"},
		{"type": "object", "properties": properties, "x-kubernetes-map-type": "atomic"},
		{"type": "object", "properties": properties, "x-kubernetes-list-type": "atomic"},
		{"type": "array", "items": items},
		{"type": "array", "items": items, "x-kubernetes-list-type": "atomic"},
		{"type": "array", "items": items, "x-kubernetes-list-type": "set"},
	})
}

var keyFlaws = []flaw{
	inList("keys missing", func(g *Generator, list, _ map[string]any) {
		delete(list, "x-kubernetes-list-map-keys")
		if g.percent(50) {
			list["x-kubernetes-list-map-keys"] = []any{}
		}
	}),
	inList("key undeclared", func(g *Generator, list, _ map[string]any) {
		list["x-kubernetes-list-map-keys"] = append(anys(words(list, "x-kubernetes-list-map-keys")), g.name(), "undeclared")
	}),
	inList("key twice", func(_ *Generator, list, _ map[string]any) {
		keys := words(list, "x-kubernetes-list-map-keys")
		list["x-kubernetes-list-map-keys"] = anys(append(keys, keys...))
	}),
	onKey("key no scalar", func(g *Generator, _ map[string]any, properties map[string]any, key string) {
		properties[key] = pick(g.random, []map[string]any{
			{"type": "object"}, {"type": "array", "items": map[string]any{"type": "string"}},
			{"x-kubernetes-preserve-unknown-fields": true}, {"x-kubernetes-int-or-string": true},
		})
	}),
	onKey("key neither required nor defaulted", func(_ *Generator, items map[string]any, properties map[string]any, key string) {
		delete(object(properties, key), "default")
		items["required"] = anys(without(words(items, "required"), []string{key}))
	}),
	onKey("key nullable", func(_ *Generator, _ map[string]any, properties map[string]any, key string) {
		object(properties, key)["nullable"] = true
	}),
	onKey("key not a property", func(_ *Generator, _ map[string]any, properties map[string]any, key string) {
		delete(properties, key)
	}),
	setWhere("keys of no keyed list", func(p schemaNode) bool { return !p.nested && text(p.node, "x-kubernetes-list-type") != "map" }, func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-list-map-keys": pick(g.random, []any{[]any{"a"}, []any{"a", "a"}, []any{""}})}
	}),
}

// inList returns a flaw of a map list. It may turn a leaf into one first.
func inList(name string, change func(g *Generator, list, items map[string]any)) flaw {
	return flaw{name, func(g *Generator, p schemaNode) bool {
		if p.isLeaf() && g.percent(5) {
			p.become(keyedList())
		}
		items := object(p.node, "items")
		if p.nested || text(p.node, "x-kubernetes-list-type") != "map" || items == nil {
			return false
		}
		change(g, p.node, items)
		return true
	}}
}

func onKey(name string, change func(g *Generator, items, properties map[string]any, key string)) flaw {
	return flaw{name, func(g *Generator, p schemaNode) bool {
		return inList(name, func(g *Generator, list, items map[string]any) {
			properties := object(items, "properties")
			declared := slices.DeleteFunc(words(list, "x-kubernetes-list-map-keys"), func(key string) bool {
				return object(properties, key) == nil
			})
			if len(declared) > 0 {
				change(g, items, properties, pick(g.random, declared))
			}
		}).apply(g, p)
	}}
}

func (p schemaNode) isLeaf() bool {
	return inner(p) && slices.Contains([]string{"string", "integer", "number", "boolean"}, text(p.node, "type"))
}

var defaultFlaws = []flaw{
	set("default of any type", func(g *Generator) map[string]any {
		return map[string]any{"default": g.benign(2)}
	}),
	set("null default", func(*Generator) map[string]any {
		return map[string]any{"default": nil}
	}),
	setWhere("default with unknown fields", ofType("object"), func(g *Generator) map[string]any {
		return map[string]any{"default": map[string]any{"unknown": g.benign(1), g.name(): g.benign(2)}}
	}),
	setWhere("default that breaks a rule", ofType("string"), func(*Generator) map[string]any {
		return map[string]any{"maxLength": int64(2), "default": "too long"}
	}),
	setWhere("default with a null", ofType("object"), func(g *Generator) map[string]any {
		return map[string]any{"default": map[string]any{g.name(): nil}}
	}),
	setWhere("default list with duplicates", ofType("array"), func(*Generator) map[string]any {
		return map[string]any{"default": []any{"a", "a"}}
	}),
	setWhere("embedded default", func(p schemaNode) bool { return inner(p) && isTrue(p.node, embeddedKeyword) }, func(g *Generator) map[string]any {
		return map[string]any{"default": map[string]any{
			"apiVersion": pick(g.random, []any{"v1", "a/b/c", "", int64(1)}), "kind": "Pod", "metadata": g.Metadata(Nearly),
		}}
	}),
}

var valueFlaws = []flaw{
	set("bad pattern", func(g *Generator) map[string]any {
		return map[string]any{"pattern": pick(g.random, badPatterns)}
	}),
	set("contradictory bounds", func(g *Generator) map[string]any {
		return pick(g.random, []map[string]any{
			{"minLength": int64(5), "maxLength": int64(2)},
			{"minItems": int64(5), "maxItems": int64(2)},
			{"minProperties": int64(9), "maxProperties": int64(0)},
			{"minimum": int64(5), "maximum": int64(5), "exclusiveMinimum": true},
			{"minimum": 1.5, "maximum": -1.5},
		})
	}),
	set("negative bound", func(g *Generator) map[string]any {
		return map[string]any{
			pick(g.random, []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}): int64(-g.between(1, 3)),
		}
	}),
	set("huge bound", func(g *Generator) map[string]any {
		return map[string]any{
			pick(g.random, []string{"minimum", "maximum", "multipleOf"}): pick(g.random, []any{1e30, -1e30, int64(1<<53 + 1), 1.7e308}),
			pick(g.random, []string{"maxLength", "maxItems"}):            pick(g.random, []any{int64(1 << 62), int64(1<<53 + 1)}),
		}
	}),
	setWhere("fraction for integers", ofType("integer"), func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, []string{"minimum", "maximum", "multipleOf"}): pick(g.random, []any{0.5, 1.5, -2.25})}
	}),
	setWhere("fraction for numbers", ofType("number"), func(g *Generator) map[string]any {
		return map[string]any{
			pick(g.random, []string{"minimum", "maximum", "multipleOf"}):     pick(g.random, []any{0.5, 1.5, 0.1}),
			pick(g.random, []string{"exclusiveMinimum", "exclusiveMaximum"}): true,
		}
	}),
	set("multipleOf not positive", func(g *Generator) map[string]any {
		return map[string]any{"multipleOf": pick(g.random, []any{int64(0), int64(-2), -0.5})}
	}),
	set("odd enum", func(g *Generator) map[string]any {
		return map[string]any{"enum": pick(g.random, []any{
			[]any{}, []any{nil}, []any{"a", nil}, []any{"a", "a"}, []any{int64(1), "1", true, 1.5}, []any{map[string]any{"x": "y"}},
			[]any{[]any{}}, []any{int64(65)},
		})}
	}),
	set("odd required", func(g *Generator) map[string]any {
		return map[string]any{"required": pick(g.random, []any{
			[]any{}, []any{""}, []any{"undeclared"}, []any{"a", "a"}, []any{"a.b"}, []any{"metadata"},
		})}
	}),
	set("odd format", func(g *Generator) map[string]any {
		return map[string]any{"format": pick(g.random, append([]string{"", "Date-Time", "d-a-t-e", "int32", "double"}, pick(g.random, formats).is))}
	}),
	set("keywords of another type", func(g *Generator) map[string]any {
		return g.limits(pick(g.random, []string{"string", "integer", "number"}))
	}),
	set("rules", func(g *Generator) map[string]any {
		return map[string]any{"x-kubernetes-validations": pick(g.random, []any{
			[]any{},
			[]any{map[string]any{"rule": "self == self"}},
			[]any{map[string]any{"rule": ""}},
			[]any{map[string]any{"rule": "(", "message": "a\nb"}},
			[]any{map[string]any{"rule": "true", "reason": "Unknown", "fieldPath": ".a"}},
			[]any{map[string]any{"rule": "true", "optionalOldSelf": true}, map[string]any{"message": "no rule"}},
		})}
	}),
}

var decodingFlaws = []flaw{
	set("null keyword", func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, keywords).name: nil}
	}),
	set("keyword of another type", func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, keywords).name: pick(g.random, []any{"x", int64(1), 1.5, true, []any{}, []any{int64(1)}, map[string]any{}, map[string]any{"a": int64(1)}})}
	}),
	set("fraction for a count", func(g *Generator) map[string]any {
		return map[string]any{pick(g.random, []string{"maxLength", "minItems", "maxProperties"}): pick(g.random, []any{1.5, 1e30, "3"})}
	}),
}
