package corpus

import (
	"iter"
	"strings"
)

// Schema is the openAPIV3Schema of one version of a definition.
type Schema struct {
	CRD *CRD
	// Version is the version's name. It is empty for a schema that a v1beta1
	// manifest has for all its versions.
	Version string
	// Map is the schema as the manifest has it.
	Map map[string]any
}

// Label returns the name of the schema in reports.
func (s Schema) Label() string {
	if s.Version == "" {
		return s.CRD.File
	}
	return s.CRD.File + "#" + s.Version
}

// Schemas returns the schemas of all definitions, in order.
func (c *Corpus) Schemas() []Schema {
	var out []Schema
	for _, crd := range c.CRDs {
		for s := range crd.Schemas() {
			out = append(out, s)
		}
	}
	return out
}

// Schemas yields the schemas of the manifest.
func (c *CRD) Schemas() iter.Seq[Schema] {
	return func(yield func(Schema) bool) {
		spec := dig(c.Manifest, "spec")
		if m := dig(spec, "validation", "openAPIV3Schema"); m != nil && !yield(Schema{CRD: c, Map: m}) {
			return
		}
		versions, _ := spec["versions"].([]any)
		for _, v := range versions {
			version, _ := v.(map[string]any)
			name, _ := version["name"].(string)
			m := dig(version, "schema", "openAPIV3Schema")
			if m != nil && !yield(Schema{CRD: c, Version: name, Map: m}) {
				return
			}
		}
	}
}

// Schema returns the schema for objects of the given version and whether the
// manifest has one.
func (c *CRD) Schema(version string) (Schema, bool) {
	for s := range c.Schemas() {
		if s.Version == version || s.Version == "" {
			return s, true
		}
	}
	return Schema{}, false
}

// Version returns the version of the object's apiVersion.
func (o *Object) Version() string {
	apiVersion, _ := o.Value["apiVersion"].(string)
	return apiVersion[strings.LastIndexByte(apiVersion, '/')+1:]
}

// dig follows keys through nested objects and returns nil if one is missing.
func dig(m map[string]any, keys ...string) map[string]any {
	for _, key := range keys {
		m, _ = m[key].(map[string]any)
	}
	return m
}
