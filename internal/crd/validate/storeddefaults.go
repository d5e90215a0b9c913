package validate

import (
	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// coerceDefaults coerces the metadata of embedded resources in the defaults of all
// versions, which a server does while it checks them: unknown fields of metadata
// are lost.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// ValidateDefaults.
func (f *form) coerceDefaults(versions any) any {
	i := -1
	return each(func(v any) any {
		i++
		s := f.spec.shared.Schema.get()
		if s == nil {
			s = f.spec.versions[i].Schema.get()
		}
		if s == nil || !s.changesInDefaults() {
			return v
		}
		version := edited(v)
		schema := edited(version.get("schema"))
		schema.set("openAPIV3Schema", coerceDefaults(schema.get("openAPIV3Schema"), s.Schema, rootResource))
		version.set("schema", schema.result())
		return version.result()
	})(versions)
}

// changesInDefaults tells whether coercing the defaults may change one.
func (s *schemaForm) changesInDefaults() bool {
	return s.Holds(facts.Defaults) && (s.Holds(facts.EmbeddedResources) || s.HasDefault())
}

// standing is how a schema stands to the nearest resource around it.
type standing uint8

const (
	ordinary     standing = iota
	rootResource          // the root, which is a resource whatever it says
	inMetadata            // in apiVersion, kind or metadata
)

func coerceDefaults(v any, s *structural.Schema, at standing) any {
	if !s.Holds(facts.Defaults) {
		return v
	}
	if s.EmbeddedResource() && at == inMetadata {
		at = ordinary
	}
	schema := edited(v)
	if s.HasDefault() && at != inMetadata {
		schema.set("default", coerced(schema.get("default"), s, at))
	}
	inner := at
	if at == rootResource {
		inner = ordinary
	}
	schema.set("items", coerceBelow(schema.get("items"), s.Items(), inner))
	if properties := edited(schema.get("properties")); s.NumProperties() > 0 {
		for name, property := range s.Properties() {
			below := inner
			if (at == rootResource || s.EmbeddedResource()) && field.IsMeta(name) {
				below = inMetadata
			}
			properties.set(name, coerceBelow(properties.get(name), property, below))
		}
		schema.set("properties", properties.result())
	}
	return schema.result()
}

func coerceBelow(v any, s *structural.Schema, at standing) any {
	if s == nil || v == nil {
		return v
	}
	return coerceDefaults(v, s, at)
}

func coerced(v any, s *structural.Schema, at standing) any {
	if obj, ok := v.(map[string]any); ok && at == rootResource {
		if out, _, err := objectmeta.CoerceResource(obj, s, objectmeta.Reject); err == nil {
			return out
		}
		return v
	}
	if out, err := objectmeta.CoerceValue(v, s, objectmeta.Reject); err == nil {
		return out
	}
	return v
}
