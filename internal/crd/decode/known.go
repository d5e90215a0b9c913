package decode

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Known returns the names of the fields that the object at path may have, sorted,
// or nil if the value there is of another type, or may have any fields.
func Known(manifest map[string]any, path structural.Path) []string {
	t := typeAt(manifest, path)
	if t == nil || t.Class != gotype.Struct {
		return nil
	}
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		names[i] = f.Name
	}
	slices.Sort(names)
	return names
}

// GoType returns the Go type of the value at path, for example "bool" or "int64",
// or "" if it is not known.
func GoType(manifest map[string]any, path structural.Path) string {
	if t := typeAt(manifest, path); t != nil {
		return t.Name
	}
	return ""
}

// typeAt returns the type of the value at path, or nil if the path is not known.
// For a schema or another value in its place, that is the type of the schema.
func typeAt(manifest map[string]any, path structural.Path) *gotype.Type {
	typeMeta, _ := readTypeMeta(manifest)
	t := typeOf(typeMeta)
	for _, step := range path {
		index := step.Kind() == field.IndexStep
		switch {
		case t.Class == gotype.Struct && !index:
			f := t.Field(step.Name())
			if f == nil {
				return nil
			}
			t = f.Type
		case t.Class == gotype.Map && !index, t.Class == gotype.List && index:
			t = t.Elem
		default:
			return nil
		}
		if t != nil && t.Class >= gotype.SchemaOrBool {
			t = t.Elem
		}
	}
	return t
}
