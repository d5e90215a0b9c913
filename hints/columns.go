package hints

import (
	"cmp"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// columns are the hints for printer columns and selectable fields.
var columns = []advice{
	{structural.Required, "name", "", func(s *site) Hint {
		path := textOf(s.around(), "jsonPath")
		name := path[strings.LastIndexByte(path, '.')+1:]
		if _, isService := s.around()["namespace"]; isService || name == "" {
			return Hint{Text: "Add the name."}
		}
		return Hint{"Add a name, which heads the column.", []Edit{set(s.path, name)}}
	}},
	{structural.Required, "type", "must be one of", setting("string", "Add the type of the column: boolean, date, integer, number or string.")},
	{structural.Invalid, "type", "must be one of", func(s *site) Hint {
		name := textAt(s.manifest, s.path)
		known := []string{"boolean", "date", "integer", "number", "string"}
		t := cmp.Or(aliases[name], nearest(name, known))
		if t == "" || t == "object" || t == "array" {
			t = "string"
		}
		return Hint{"Change the type to " + t + ": a column shows a boolean, date, integer, number or string.", []Edit{set(s.path, t)}}
	}},
	{structural.Invalid, "format", "must be one of", dropping("Remove the format, or use one of those that are listed.")},
	{structural.Required, "jsonPath", "", func(s *site) Hint {
		return Hint{"Name the field, as in .spec.replicas, or remove the entry.", []Edit{remove(s.above(1))}}
	}},
	{structural.Invalid, "jsonPath", "must be a simple json path", func(s *site) Hint {
		path := "." + strings.TrimLeft(strings.Trim(textAt(s.manifest, s.path), "{}"), "$.")
		return Hint{"Begin the path with a dot, as in .spec.replicas.", []Edit{set(s.path, path)}}
	}},
	{structural.Invalid, "jsonPath", "is an invalid path", func(s *site) Hint {
		return Hint{"Name a declared property below the root, as in .spec.color, without lists, or remove the entry.", []Edit{remove(s.above(1))}}
	}},
	{structural.Invalid, "jsonPath", "must not point to fields in metadata", func(s *site) Hint {
		return Hint{"Remove the entry: name and namespace can be selected anyway.", []Edit{remove(s.above(1))}}
	}},
	{structural.Invalid, "jsonPath", "must point to a field of type", func(s *site) Hint {
		return Hint{"Name a string, boolean or integer, or remove the entry.", []Edit{remove(s.above(1))}}
	}},
	{structural.Duplicate, "jsonPath", "", func(s *site) Hint {
		return Hint{"Remove the entry: the field is named before.", []Edit{remove(s.above(1))}}
	}},
	{structural.TooMany, "selectableFields", "", always("Keep at most 8 selectable fields.")},
	{structural.Invalid, "selectableFields", "may only be set when", dropping("Add a schema, or remove the selectable fields: they name properties of it.")},
}
