package validate

import (
	"context"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// coerceDefaults coerces the metadata of embedded resources in the defaults of all
// versions, as the server does while it checks them, and so drops unknown fields of
// their metadata. The result is invalid if ctx is done or its budget is spent, see work.Share:
// check that afterwards.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// ValidateDefaults.
func (f *form) coerceDefaults(ctx context.Context, versions any) any {
	i := -1
	return crd.EditList(versions, func(v any) any {
		i++
		s := f.spec.shared.Schema.get()
		if s == nil {
			s = f.spec.schema(i).get()
		}
		if s == nil || !s.changesInDefaults() {
			return v
		}
		version := crd.Edit(v)
		schema := crd.Edit(version.Get("schema"))
		schema.Set("openAPIV3Schema", coerceDefaults(ctx, schema.Get("openAPIV3Schema"), s.Schema, inRoot))
		version.Set("schema", schema.Result())
		return version.Result()
	})
}

// changesInDefaults reports whether coercing the defaults may change any.
func (s *schemaForm) changesInDefaults() bool {
	return s.Holds(facts.Defaults) && (s.Holds(facts.EmbeddedResources) || s.HasDefault())
}

// resourcePosition says where a schema is in the nearest resource around it.
type resourcePosition uint8

const (
	inResource resourcePosition = iota
	inRoot                      // the root is always a resource
	inMetadata                  // in apiVersion, kind or metadata
)

// coerceDefaults returns v, the stored form of s, with its defaults coerced.
func coerceDefaults(ctx context.Context, v any, s *structural.Schema, at resourcePosition) any {
	if s == nil || v == nil || !s.Holds(facts.Defaults) {
		return v
	}
	if s.EmbeddedResource() && at == inMetadata {
		at = inResource
	}
	schema := crd.Edit(v)
	if s.HasDefault() && at != inMetadata {
		schema.Set("default", coerceDefault(ctx, schema.Get("default"), s, at))
	}
	inner := at
	if at == inRoot {
		inner = inResource
	}
	schema.Set("items", coerceDefaults(ctx, schema.Get("items"), s.Items(), inner))
	if properties := crd.Edit(schema.Get("properties")); s.NumProperties() > 0 {
		for name, property := range s.Properties() {
			below := inner
			if (at == inRoot || s.EmbeddedResource()) && names.IsMeta(name) {
				below = inMetadata
			}
			properties.Set(name, coerceDefaults(ctx, properties.Get(name), property, below))
		}
		schema.Set("properties", properties.Result())
	}
	return schema.Result()
}

func coerceDefault(ctx context.Context, v any, s *structural.Schema, at resourcePosition) any {
	root := structural.Value
	if at == inRoot {
		root = structural.Resource
	}
	if out, _, err := objectmeta.Coerce(ctx, v, s, root, objectmeta.Reject); err == nil {
		return out
	}
	return v
}
