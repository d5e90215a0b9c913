package specschema

import (
	"maps"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// specReader converts schemas of kube-openapi to maps, as their JSON text would be decoded,
// with the empty fields that JSON omits.
type specReader struct {
	*reporter
	extent
}

func (r *specReader) schema(s *spec.Schema) map[string]any {
	r.depth++
	defer func() { r.depth-- }()
	r.schemas++
	if !r.take(len(s.Extensions) + len(s.ExtraProps) + len(s.Required) + len(s.Type)) {
		return nil
	}
	out := map[string]any{}
	for _, f := range fields {
		r.enter(structural.Field(f.keyword))
		if v, given := r.field(f.in(s)); given {
			out[f.keyword] = v
		}
		r.leave()
	}
	r.extensions(out, s.Extensions)
	r.extensions(out, s.ExtraProps)
	return out
}

func (r *specReader) take(n int) bool { return r.bounded(&r.extent, n) }

func (r *specReader) extensions(out, in map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(in)) {
		r.enter(structural.Field(name))
		v, ok := r.value(in[name])
		if old, given := out[name]; given && ok && !structural.Equal(old, v) {
			r.report(codes.KeywordConflict, field.Invalid, field.Omitted, codes.KeywordConflictInSpec)
		} else if ok {
			out[name] = v
		}
		r.leave()
	}
}

func (r *specReader) field(pointer any) (v any, given bool) {
	switch p := pointer.(type) {
	case *string:
		return *p, *p != ""
	case *bool:
		return *p, *p
	case **int64:
		return deref(*p)
	case **float64:
		if *p == nil {
			return nil, false
		}
		return keyword.JSONNumber(**p), true
	case *any:
		if *p == nil {
			return nil, false
		}
		return r.value(*p)
	case *[]any:
		if *p == nil {
			return nil, false
		}
		return r.value(*p)
	case *[]string:
		return list(*p, func(_ int, s *string) any { return *s })
	case *spec.StringOrArray:
		return typeValue(*p)
	case *spec.Ref:
		return p.String(), p.GetURL() != nil
	case **spec.ExternalDocumentation:
		if *p == nil {
			return nil, false
		}
		return map[string]any{"description": (*p).Description, "url": (*p).URL}, true
	default:
		return r.schemaField(pointer)
	}
}

func (r *specReader) schemaField(pointer any) (v any, given bool) {
	switch p := pointer.(type) {
	case **spec.Schema:
		if *p == nil {
			return nil, false
		}
		return r.schema(*p), true
	case *[]spec.Schema:
		return list(*p, r.element)
	case *map[string]spec.Schema:
		return r.named(*p)
	case **spec.SchemaOrBool:
		switch {
		case *p == nil:
			return nil, false
		case (*p).Schema == nil:
			return (*p).Allows, true
		}
		return r.schema((*p).Schema), true
	case **spec.SchemaOrArray:
		return r.items(*p)
	case *spec.Dependencies:
		return r.dependencies(*p)
	default:
		return nil, false
	}
}

func (r *specReader) element(i int, s *spec.Schema) any {
	r.enter(structural.Index(i))
	defer r.leave()
	return r.schema(s)
}

func (r *specReader) named(in map[string]spec.Schema) (any, bool) {
	out := make(map[string]any, len(in))
	for _, name := range slices.Sorted(maps.Keys(in)) {
		s := in[name]
		r.enter(structural.Key(name))
		out[name] = r.schema(&s)
		r.leave()
	}
	return out, in != nil
}

// items returns nil for items of a wrong type, true for instance, as the server decodes it.
func (r *specReader) items(s *spec.SchemaOrArray) (any, bool) {
	switch {
	case s == nil:
		return nil, false
	case s.Schemas != nil:
		return list(s.Schemas, r.element)
	case s.Schema != nil:
		return r.schema(s.Schema), true
	default:
		return true, true
	}
}

func (r *specReader) dependencies(in spec.Dependencies) (any, bool) {
	out := make(map[string]any, len(in))
	for _, name := range slices.Sorted(maps.Keys(in)) {
		d := in[name]
		if !r.take(1 + len(d.Property)) {
			break
		}
		r.enter(structural.Key(name))
		switch {
		case d.Schema != nil && len(d.Property) == 0:
			out[name] = r.schema(d.Schema)
		case d.Property != nil:
			out[name], _ = list(d.Property, func(_ int, s *string) any { return *s })
		default:
			out[name] = nil
		}
		r.leave()
	}
	return out, in != nil
}
