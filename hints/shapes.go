package hints

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// shapes are the hints for schemas that do not say what values look like: the
// structural rules, those about branches aside.
//
// Rule: structural.Check.
var shapes = []advice{
	{structural.Required, "type", "must be object if " + embedded, embeddedType},
	{structural.Required, "type", "must not be empty", missingType},
	{structural.Required, "items", "must be specified", func(s *site) Hint {
		return Hint{
			"Say what the elements of the list are, for example items: {type: string}. With items: {" + preserve + ": true} it takes anything.",
			[]Edit{set(s.path, elements(s.around()))},
		}
	}},
	{structural.Forbidden, "additionalProperties", "must not be used at the root",
		dropping("Remove additionalProperties: the object itself is no map. Put a map into a property, for example spec.")},
	{structural.Forbidden, "additionalProperties", "must not be used if " + embedded, func(s *site) Hint {
		edits := []Edit{remove(s.path)}
		if !has(s.around(), "properties", preserve) {
			edits = append(edits, set(s.beside(preserve), true))
		}
		return Hint{"Remove additionalProperties: an embedded resource declares properties, or takes anything with " + preserve + ": true.", edits}
	}},
	{structural.Invalid, preserve, "must be false if " + intOrString,
		dropping("Remove " + preserve + ": an integer or a string has no fields.")},
	{structural.Invalid, embedded, "must be false if " + intOrString,
		dropping("Remove " + embedded + ": an integer or a string is no resource.")},
	{structural.Invalid, "type", "must be object if " + embedded, embeddedType},
	{structural.Invalid, "type", "must be object at the root", func(s *site) Hint {
		return s.typed("object", "Change the type to object: what the definition defines is an object with apiVersion, kind and metadata.")
	}},
	{structural.Invalid, "type", "must be string", func(s *site) Hint {
		return s.typed("string", "Change the type to string, or remove the property: the server knows apiVersion and kind itself.")
	}},
	{structural.Invalid, "type", "must be object", func(s *site) Hint {
		return s.typed("object", "Change the type to object, or remove the property: the server knows metadata itself.")
	}},
	{structural.Forbidden, "metadata", "must not specify anything other than name and generateName", func(s *site) Hint {
		return Hint{"Keep nothing of metadata but its type and restrictions of name and generateName; the server knows and checks the rest.",
			[]Edit{set(s.path, bareMetadata(objectAt(s.manifest, s.path)))}}
	}},
	{structural.Required, "properties", "must not be empty if " + embedded, func(s *site) Hint {
		return Hint{"Declare the properties of the embedded resource, or let it have any with " + preserve + ": true.", []Edit{set(s.beside(preserve), true)}}
	}},
	{structural.Required, "", "because it is defined in ", declare},
	{structural.Invalid, "pattern", "must be a valid regular expression", badPattern},
}

// typed is the hint to give the schema around the place another type.
func (s *site) typed(name, text string) Hint { return Hint{text, typing(s.manifest, s.above(1), name)} }

// embeddedType makes a schema that has properties or no type an object, and a
// value that is none no resource.
func embeddedType(s *site) Hint {
	t := textOf(s.around(), "type")
	demanded := s.suggested()
	switch {
	case demanded == "string":
		edits := append([]Edit{remove(s.beside(embedded))}, typing(s.manifest, s.above(1), "string")...)
		return Hint{"Remove " + embedded + ": this is a string.", edits}
	case t == "array" && !has(s.around(), "properties"):
		return Hint{"Remove " + embedded + " here and put it into items: the elements of the list are the resources.", []Edit{remove(s.beside(embedded))}}
	case t != "" && !has(s.around(), "properties"):
		return Hint{"Remove " + embedded + ", or change the type to object: an embedded resource is one.", []Edit{remove(s.beside(embedded))}}
	default:
		return s.typed("object", "Make the type object: an embedded resource is one.")
	}
}

// missingType looks for a type in what else the schema says.
func missingType(s *site) Hint {
	schema := s.around()
	switch t := s.suggested(); {
	case strings.HasSuffix(s.err.Detail, "at the root"):
		return s.typed("object", "Add type: object: what the definition defines is an object.")
	case spellsIntOrString(schema):
		return Hint{"Add " + intOrString + ": true, which says that a value is an integer or a string.", []Edit{set(s.beside(intOrString), true)}}
	case t != "":
		return s.typed(t, "Add type: "+t+", which the other keywords speak of.")
	default:
		return Hint{"Add a type. If every value is fine, add " + preserve + ": true instead.", []Edit{set(s.beside(preserve), true)}}
	}
}

// spellsIntOrString tells whether the branches of a schema are an integer and a
// string.
func spellsIntOrString(schema map[string]any) bool {
	for _, junctor := range []string{"anyOf", "oneOf"} {
		branches, _ := schema[junctor].([]any)
		var types []string
		for _, b := range branches {
			branch, _ := b.(map[string]any)
			types = append(types, textOf(branch, "type"))
		}
		if len(types) == 2 && slices.Contains(types, "integer") && slices.Contains(types, "string") {
			return true
		}
	}
	return false
}

// bareMetadata is what may be said about metadata.
func bareMetadata(metadata map[string]any) map[string]any {
	out := map[string]any{"type": "object"}
	kept := map[string]any{}
	properties := objectOf(metadata, "properties")
	for _, name := range []string{"name", "generateName"} {
		if p := properties[name]; p != nil {
			kept[name] = p
		}
	}
	if len(kept) > 0 {
		out["properties"] = kept
	}
	return out
}

func badPattern(s *site) Hint {
	text := textAt(s.manifest, s.path)
	for _, use := range []struct{ sign, what string }{
		{"(?=", "look-ahead"}, {"(?!", "look-ahead"}, {"(?<=", "look-behind"}, {"(?<!", "look-behind"}, {`\1`, "back references"}, {"(?>", "atomic groups"},
	} {
		if strings.Contains(text, use.sign) {
			return Hint{Text: "Rewrite the pattern for RE2, the syntax of Go, which has no " + use.what + "; a validation rule may say what the pattern cannot."}
		}
	}
	return Hint{Text: "Correct the pattern: it is a regular expression of RE2, the syntax of Go."}
}
