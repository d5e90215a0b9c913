package decode

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/structural"
)

// Known returns the names of the fields that the object at path may have, sorted,
// or nil if the value there is of another type, or may have any fields.
func Known(manifest map[string]any, path structural.Path) []string {
	t := typeAt(manifest, path)
	if t == nil || t.Class != crd.Struct {
		return nil
	}
	return slices.Sorted(maps.Keys(t.Fields))
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
func typeAt(manifest map[string]any, path structural.Path) *crd.Type {
	typeMeta, _ := readTypeMeta(manifest)
	t := typeOf(typeMeta)
	for _, step := range path {
		index := step.Kind() == structural.IndexStep
		switch {
		case t.Class == crd.Struct && !index:
			field := t.Fields[step.Name()]
			if field == nil {
				return nil
			}
			t = field.Type
		case t.Class == crd.Map && !index, t.Class == crd.List && index:
			t = t.Elem
		default:
			return nil
		}
		if t != nil && t.Class >= crd.SchemaOrBool {
			t = t.Elem
		}
	}
	return t
}
