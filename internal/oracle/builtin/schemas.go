package builtin

import (
	"maps"
	"path/filepath"
	"strings"
)

// readSchemas returns the components of all documents without what does not concern values, and the
// names of the components of kinds by apiVersion and kind.
func readSchemas(api string, groups []Group) (schemas map[string]any, kinds map[string]string, err error) {
	schemas, kinds = map[string]any{}, map[string]string{}
	for _, g := range groups {
		for _, v := range g.Versions {
			file := "api__" + v.Name + "_openapi.json"
			if g.Name != "" {
				file = "apis__" + g.Name + "__" + v.Name + "_openapi.json"
			}
			var doc struct {
				Components struct{ Schemas map[string]map[string]any }
			}
			if err := read(filepath.Join(api, "openapi-spec", "v3", file), &doc); err != nil {
				return nil, nil, err
			}
			for name, schema := range doc.Components.Schemas {
				addKinds(kinds, name, schema)
				schemas[name] = schemaOf(name, schema)
			}
		}
	}
	return schemas, kinds, nil
}

// addKinds notes which kind a component is. Options of requests are of all groups.
func addKinds(kinds map[string]string, name string, schema map[string]any) {
	list, _ := schema["x-kubernetes-group-version-kind"].([]any)
	if len(list) != 1 {
		return
	}
	kind := list[0].(map[string]any)
	kinds[apiVersion(kind["group"].(string), kind["version"].(string))+" "+kind["kind"].(string)] = name
}

const preserve = "x-kubernetes-preserve-unknown-fields"

// schemaOf returns the schema of a component.
func schemaOf(name string, schema map[string]any) map[string]any {
	switch {
	case strings.HasSuffix(name, ".IntOrString"):
		return map[string]any{"x-kubernetes-int-or-string": true}
	case strings.HasSuffix(name, ".api.resource.Quantity"): // a number, too
		return map[string]any{preserve: true}
	}
	return reduce(schema)
}

// ignored are keywords that neither describe values nor are needed by clients.
var ignored = []string{"description", "title", "externalDocs", "x-kubernetes-group-version-kind", "x-kubernetes-selectable-fields"}

// reduce returns a schema without ignored keywords. A reference is the name of a component. An object
// without fields has any fields.
func reduce(schema map[string]any) map[string]any {
	out := maps.Clone(schema)
	for _, name := range ignored {
		delete(out, name)
	}
	if all, ok := out["allOf"].([]any); ok && len(all) == 1 {
		delete(out, "allOf")
		maps.Copy(out, all[0].(map[string]any))
	}
	if to, ok := out["$ref"].(string); ok {
		out["$ref"] = strings.TrimPrefix(to, "#/components/schemas/")
		return out
	}
	for _, name := range []string{"items", "additionalProperties"} {
		if below, ok := out[name].(map[string]any); ok {
			out[name] = reduce(below)
		}
	}
	properties, _ := out["properties"].(map[string]any)
	if properties != nil {
		reduced := map[string]any{}
		for name, below := range properties {
			reduced[name] = reduce(below.(map[string]any))
		}
		out["properties"] = reduced
	}
	if typ := out["type"]; typ == nil || typ == "object" && properties == nil && out["additionalProperties"] == nil {
		out[preserve] = true
	}
	return out
}
