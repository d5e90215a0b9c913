package openapi

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/lifecycle"
)

type object = map[string]any

// Paths returns the paths of the documents of version 3 below /openapi/v3.
func Paths() (out []string) {
	for _, g := range published.Groups() {
		for _, version := range g.Versions {
			out = append(out, root(g.Group, version)[1:])
		}
	}
	return out
}

// root returns the path of the resources of a group and version.
func root(group, version string) string {
	if group == "" {
		return "/api/" + version
	}
	return "/apis/" + group + "/" + version
}

// V3 returns the document of version 3 at a path below /openapi/v3, or nil.
func V3(path string) map[string]any {
	for _, g := range published.Groups() {
		for _, version := range g.Versions {
			if root(g.Group, version)[1:] == path {
				b := newBuilder(v3{})
				b.add(g, version)
				return object{"openapi": "3.0.0", "info": info(), "paths": b.paths, "components": object{"schemas": b.schemas}}
			}
		}
	}
	return nil
}

// V2 returns the document of version 2.
func V2() map[string]any {
	b := newBuilder(v2{})
	for _, g := range published.Groups() {
		for _, version := range g.Versions {
			b.add(g, version)
		}
	}
	return object{"swagger": "2.0", "info": info(), "paths": b.paths, "definitions": b.schemas}
}

func info() object { return object{"title": "Kubernetes", "version": "unversioned"} }

// builder collects the paths of groups and the schemas to which they refer.
type builder struct {
	syntax  syntax
	paths   object
	schemas object
	kinds   map[string]object // by component: its group, version and kind
}

func newBuilder(s syntax) *builder {
	return &builder{syntax: s, paths: object{}, schemas: object{}, kinds: published.GroupVersionKinds()}
}

// add adds the resources of a group and version.
func (b *builder) add(g lifecycle.Discovery, version string) {
	for _, entry := range g.Resources[version] {
		newResource(b, g, version, entry).add()
	}
}

// reference returns a reference to a component, and adds the component with all below it.
func (b *builder) reference(component string) object {
	if b.schemas[component] == nil {
		b.schemas[component] = object{} // it may refer to itself
		b.schemas[component] = b.component(component)
	}
	return object{"$ref": b.syntax.prefix() + component}
}

func (b *builder) component(name string) object {
	out := b.syntax.special(name)
	if out == nil {
		out = b.schema(published.Component(name))
	}
	if kind := b.kinds[name]; kind != nil {
		out["x-kubernetes-group-version-kind"] = []any{kind}
	}
	return out
}

// element returns the schema of the elements of a list or map. Unlike a property it has no description, and a
// reference has nothing beside it.
func (b *builder) element(given object) object {
	if to, _ := given["$ref"].(string); to != "" && len(given) == 1 {
		return b.reference(to)
	}
	return b.schema(given)
}

// schema returns a schema as the document has it. A published schema without a type preserves unknown
// fields for the server; clients see that it has none.
func (b *builder) schema(given object) object {
	if to, _ := given["$ref"].(string); to != "" {
		rest := maps.Clone(given)
		delete(rest, "$ref")
		return b.syntax.refer(b.reference(to), rest)
	}
	out := maps.Clone(given)
	delete(out, "x-kubernetes-preserve-unknown-fields")
	b.syntax.trim(out)
	for _, keyword := range []string{"items", "additionalProperties"} {
		if below, ok := out[keyword].(object); ok {
			out[keyword] = b.element(below)
		}
	}
	if properties, ok := out["properties"].(object); ok {
		read := object{}
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			read[name] = b.schema(properties[name].(object))
		}
		out["properties"] = read
	}
	return out
}
