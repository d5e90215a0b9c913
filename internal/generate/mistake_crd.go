package generate

import "strings"

var ruleMistakes = []mistake{
	atNode("rule with an undeclared field", func(g *Generator, p schemaNode) bool {
		name, ok := g.identifier(p)
		return ok && setAbsent(p.node, "x-kubernetes-validations", []any{map[string]any{"rule": "!has(self." + g.misspelled(name) + ")"}})
	}),
	atNode("rule with a wrong fieldPath", func(g *Generator, p schemaNode) bool {
		name, ok := g.identifier(p)
		rule := map[string]any{"rule": "true", "fieldPath": pick(g.random, []string{name, "." + name + "x", " ." + name, ".nowhere", ""})}
		return ok && setAbsent(p.node, "x-kubernetes-validations", []any{rule})
	}),
	atNode("rule that is incomplete", func(g *Generator, p schemaNode) bool {
		return setAbsent(p.node, "x-kubernetes-validations", pick(g.random, [][]any{
			{map[string]any{"rule": ""}}, {map[string]any{"rule": "", "message": "text"}}, {map[string]any{"rule": "true", "message": "two\nlines"}},
			{map[string]any{"rule": "true", "reason": "Invalid"}}, {map[string]any{"rule": "true", "message": " "}}, {map[string]any{"rule": "self"}},
			{map[string]any{"rule": "true", "optionalOldSelf": true}}, {map[string]any{"rule": "true", "reason": "fieldvalueinvalid"}},
		}))
	}),
}

func (g *Generator) identifier(p schemaNode) (string, bool) {
	for _, name := range shuffled(g.random, keys(object(p.node, "properties"))) {
		if len(name) > 3 && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz") == "" {
			return name, true
		}
	}
	return "", false
}

var versionMistakes = []mistake{
	inVersion("selectable fields", func(g *Generator, v map[string]any) bool {
		var fields []any
		for _, path := range shuffled(g.random, scalarPaths(v))[:min(3, len(scalarPaths(v)))] {
			switch g.below(5) {
			case 0:
				path = strings.TrimPrefix(path, ".")
			case 1:
				path = "." + g.misspelled(path[1:])
			case 2:
				path = "{" + path + "}"
			}
			fields = append(fields, map[string]any{"jsonPath": path})
		}
		if len(fields) > 0 && g.percent(20) {
			fields = append(fields, clone(fields[0]), map[string]any{"jsonPath": ".metadata.labels"}, map[string]any{"jsonPath": ""})
		}
		return len(fields) > 0 && setAbsent(v, "selectableFields", fields)
	}),
	inVersion("printer column", func(g *Generator, v map[string]any) bool {
		column := map[string]any{"name": "Column", "type": "string", "jsonPath": ".spec.column"}
		switch g.below(6) {
		case 0:
			column["jsonPath"] = pick(g.random, []string{"spec.column", "{.spec.column}", "$.spec.column", "[0]", "{range .items[*]}"})
		case 1:
			column["type"] = pick(g.random, []string{"int", "String", "", "timestamp", "object"})
		case 2:
			column["format"] = pick(g.random, []string{"int", "Int32", "datetime", "uuid"})
		case 3:
			delete(column, pick(g.random, keys(column)))
		case 4:
			rename(column, "jsonPath", "JSONPath")
		default:
			column["priority"] = "1"
		}
		columns, _ := v["additionalPrinterColumns"].([]any)
		v["additionalPrinterColumns"] = append(columns, column)
		return true
	}),
	inVersion("scale", func(g *Generator, v map[string]any) bool {
		scale := map[string]any{"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size", "labelSelectorPath": ".status.selector"}
		name := pick(g.random, keys(scale))
		scale[name] = pick(g.random, []string{"", "spec.size", "status.size", ".size", "size", ".metadata.name", "{.status.size}"})
		subresources := object(v, "subresources")
		if subresources == nil {
			subresources = map[string]any{}
			v["subresources"] = subresources
		}
		subresources["scale"] = scale
		return true
	}),
	inVersion("status subresource", func(_ *Generator, v map[string]any) bool {
		return setAbsent(v, "subresources", map[string]any{"status": map[string]any{}})
	}),
	inVersion("deprecation warning", func(g *Generator, v map[string]any) bool {
		return setAbsent(v, "deprecationWarning", pick(g.random, []string{"", "Use v2.", "two\nlines", "\x01bell", strings.Repeat("x", 300)}))
	}),
	inVersion("version field", func(g *Generator, v map[string]any) bool {
		name := pick(g.random, keys(v))
		switch g.below(4) {
		case 0:
			return rename(v, name, g.misspelled(name))
		case 1:
			v["served"] = "true"
		case 2:
			v["storage"] = v["storage"] != true
		default:
			v["name"] = pick(g.random, []string{"V1", "v1_beta", "1", "v1.0", ""})
		}
		return true
	}),
	inVersion("no schema", func(_ *Generator, v map[string]any) bool {
		_, found := v["schema"]
		delete(v, "schema")
		return found
	}),
}

func scalarPaths(version map[string]any) (paths []string) {
	spec := object(object(object(object(version, "schema"), "openAPIV3Schema"), "properties"), "spec")
	properties := object(spec, "properties")
	for _, name := range keys(properties) {
		switch text(object(properties, name), "type") {
		case "string", "integer", "boolean":
			paths = append(paths, ".spec."+name)
		}
	}
	return paths
}
