package decode

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Known are the names of the fields that the object at path can have, sorted;
// none if there is no object, or one with names of the author's own.
func Known(manifest map[string]any, path structural.Path) []string {
	k := kindAt(manifest, path)
	if k == nil || k.shape != record {
		return nil
	}
	return slices.Sorted(maps.Keys(k.fields))
}

// Wanted is the Go type of the value at path, "bool" or "int64" for instance,
// empty if nothing is known about it.
func Wanted(manifest map[string]any, path structural.Path) string {
	if k := kindAt(manifest, path); k != nil {
		return k.goType
	}
	return ""
}

// kindAt is the kind of what is at path; of a schema, if something else may be
// there, too.
func kindAt(manifest map[string]any, path structural.Path) *kind {
	t, _ := readTypeMeta(manifest)
	k := definitionOf(t)
	for _, step := range path {
		switch {
		case k.shape == record && step.Kind() != structural.IndexStep:
			k = k.fields[step.Name()]
		case k.shape == dict && step.Kind() != structural.IndexStep, k.shape == list && step.Kind() == structural.IndexStep:
			k = k.element
		default:
			return nil
		}
		if k != nil && (k.shape == schemaOrBool || k.shape == schemaOrList || k.shape == schemaOrNames) {
			k = k.element
		}
		if k == nil {
			return nil
		}
	}
	return k
}
