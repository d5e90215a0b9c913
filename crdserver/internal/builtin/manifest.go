package builtin

import (
	"cmp"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/lifecycle"
)

// manifest returns the CRD that describes a resource of a group. With lists, the schemas have the types of
// lists for server-side apply: values are not validated by them.
func manifest(g lifecycle.Discovery, resource string, b behavior, lists bool) map[string]any {
	var versions []any
	var entry map[string]any
	for _, name := range g.Versions {
		found := find(g.Resources[name], resource)
		if found == nil {
			continue
		}
		if entry == nil {
			entry = found
		}
		subresources := map[string]any{}
		if find(g.Resources[name], resource+"/status") != nil {
			subresources["status"] = map[string]any{}
		}
		if find(g.Resources[name], resource+"/scale") != nil {
			subresources["scale"] = map[string]any{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
		}
		x := expander{lists: lists, known: map[string]map[string]any{}, behavior: b}
		version := map[string]any{"name": name, "served": true, "storage": len(versions) == 0, "subresources": subresources,
			"schema": map[string]any{"openAPIV3Schema": x.root(published.Kind(apiVersion(g.Group, name), untyped.Text(found, "kind")))}}
		if fields := b.selectable(); len(fields) > 0 {
			version["selectableFields"] = fields
		}
		versions = append(versions, version)
	}
	scope := "Cluster"
	if entry["namespaced"] == true {
		scope = "Namespaced"
	}
	names := map[string]any{"plural": resource, "singular": entry["singularName"], "kind": entry["kind"], "listKind": untyped.Text(entry, "kind") + "List"}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": resource + "." + g.Group},
		"spec":   map[string]any{"group": cmp.Or(g.Group, "core"), "scope": scope, "names": names, "versions": versions},
		"status": map[string]any{"acceptedNames": names},
	}
}

func find(resources []map[string]any, name string) map[string]any {
	for _, entry := range resources {
		if entry["name"] == name {
			return entry
		}
	}
	return nil
}

func apiVersion(group, version string) string { return strings.TrimPrefix(group+"/"+version, "/") }

// expander replaces references by the schemas of the components. Their maps are shared.
type expander struct {
	lists    bool
	known    map[string]map[string]any
	behavior behavior
}

// root returns the schema of a kind, with the metadata of every object.
func (x *expander) root(component string) map[string]any {
	out := maps.Clone(x.component(component))
	if properties, _ := out["properties"].(map[string]any); properties["metadata"] != nil {
		properties = maps.Clone(properties)
		properties["metadata"] = map[string]any{"type": "object"}
		out["properties"] = properties
	}
	return out
}

func (x *expander) component(name string) map[string]any {
	if out, found := x.known[name]; found {
		return out
	}
	x.known[name] = map[string]any{"x-kubernetes-preserve-unknown-fields": true} // below itself
	schema := published.Component(name)
	properties, _ := schema["properties"].(map[string]any)
	for field, value := range defaults(name) {
		if property, ok := properties[field].(map[string]any); ok {
			property["default"] = value
		}
	}
	out := x.schema(schema)
	x.known[name] = out
	return out
}

// ignores reports whether the CRD does not have a keyword: a server checks the values in code of its own.
func (x *expander) ignores(keyword string) bool {
	switch keyword {
	case "required", "enum", "x-kubernetes-unions":
		return true
	}
	return strings.HasPrefix(keyword, "x-kubernetes-patch-") || !x.lists && strings.HasPrefix(keyword, "x-kubernetes-list-")
}

// schema returns a schema without references.
func (x *expander) schema(given map[string]any) map[string]any {
	out := given
	if to := untyped.Text(given, "$ref"); to != "" {
		out = maps.Clone(x.component(to))
		for name, value := range given {
			if name != "$ref" {
				out[name] = value
			}
		}
	}
	for name := range out {
		if x.ignores(name) {
			delete(out, name)
		}
	}
	if untyped.Text(given, "$ref") != "" {
		return out
	}
	for _, name := range []string{"items", "additionalProperties"} {
		if below, ok := out[name].(map[string]any); ok {
			out[name] = x.schema(below)
		}
	}
	properties, _ := out["properties"].(map[string]any)
	for name, below := range properties {
		properties[name] = x.schema(below.(map[string]any))
	}
	return out
}
