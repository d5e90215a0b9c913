package hints

import (
	"cmp"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// keywords are the hints for keywords that Kubernetes does not support, and for
// values that they cannot have.
//
// Rule: structural.CheckKeywords, structural.CheckStatusRoot.
var keywords = []advice{
	{structural.NotSupported, "type", "", otherType},
	{structural.Forbidden, "type", "type cannot be set to null", nullType},
	{structural.Forbidden, "default", "must not be set", dropping("Remove the default: the server sets this field itself, or there is nothing that it could fill in.")},
	{structural.Forbidden, "id", "id is not supported", dropping("Remove id.")},
	{structural.Forbidden, "$ref", "$ref is not supported", func(s *site) Hint {
		edits := []Edit{remove(s.path)}
		if !has(s.around(), "type", preserve, intOrString) {
			edits = append(edits, set(s.beside(preserve), true))
		}
		return Hint{"Write the schema that is referred to in place of $ref. Without that, " + preserve + ": true takes anything.", edits}
	}},
	{structural.Forbidden, "definitions", "definitions is not supported", dropping("Remove definitions, and write each of them where it is used.")},
	{structural.Forbidden, "dependencies", "dependencies is not supported",
		dropping("Remove dependencies. A validation rule can say it: !has(self.a) || has(self.b).")},
	{structural.Forbidden, "additionalItems", "additionalItems is not supported", dropping("Remove additionalItems: items describes all elements.")},
	{structural.Forbidden, "patternProperties", "patternProperties is not supported", patternProperties},
	{structural.Forbidden, "items", "items must be a schema object", singleItems},
	{structural.Invalid, "items", "must only have a single schema", singleItems},
	{structural.Forbidden, embedded, "must not be used inside of resource meta",
		dropping("Remove " + embedded + ": apiVersion, kind and metadata belong to the server.")},
	{structural.Forbidden, "uniqueItems", "uniqueItems cannot be set to true", func(s *site) Hint {
		edits := []Edit{remove(s.path)}
		if scalar(objectOf(s.around(), "items")) && !has(s.around(), listType) && textOf(s.around(), "type") == "array" {
			edits = append(edits, set(s.beside(listType), "set"))
		}
		return Hint{"Replace uniqueItems by " + listType + ": set, for lists of scalars, or by map with " + listMapKeys + ".", edits}
	}},
	{structural.Forbidden, "additionalProperties", "additionalProperties and properties are mutual exclusive",
		dropping("Remove either additionalProperties or properties. For unknown fields beside known ones there is " + preserve + ": true.")},
	{structural.Invalid, preserve, "must be true or undefined", dropping("Remove " + preserve + ": unknown fields are dropped without it.")},
	{structural.Forbidden, "nullable", "nullable cannot be true at the root", dropping("Remove nullable: an object is never null.")},
	{structural.Invalid, "", "only \"object\" is allowed as the type at the root", func(s *site) Hint {
		return s.typed("object", "Change the type to object.")
	}},
	{structural.Invalid, "openAPIV3Schema", "only [", statusRoot},
	{structural.Undecodable, "", "OpenAPIV3Schema '", unsupportedKeyword},
	{structural.Forbidden, "", "OpenAPIV3Schema '", unsupportedKeyword},
	{structural.Forbidden, preserve, "internal error", dropping("Remove " + preserve + ": unknown fields are dropped without it.")},
	{structural.Invalid, "openAPIV3Schema", "OpenAPIV3Schema 'schema'", func(s *site) Hint {
		return Hint{"Remove $schema, wherever it stands.", keywordsNamed("$schema", objectAt(s.manifest, s.path), s.path)}
	}},
	{structural.Invalid, "openAPIV3Schema", "OpenAPIV3Schema '", unsupportedKeyword},
}

func nullType(s *site) Hint {
	if _, junctor := s.outside(); junctor != "" {
		return Hint{"Remove the branch that allows null, and add nullable: true outside of " + junctor + ".", s.removal()}
	}
	return Hint{"Replace type: null by the type that the value has else, and nullable: true.", s.withoutType("nullable")}
}

// scalar tells whether a schema is that of a value without parts.
func scalar(schema map[string]any) bool {
	t := textOf(schema, "type")
	return t != "" && t != "object" && t != "array"
}

// aliases are names of types in other languages.
var aliases = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer",
	"float": "number", "float64": "number", "double": "number", "decimal": "number", "bool": "boolean",
	"str": "string", "text": "string", "map": "object", "dict": "object", "struct": "object",
	"list": "array", "slice": "array",
}

func otherType(s *site) Hint {
	name := textAt(s.manifest, s.path)
	if _, junctor := s.outside(); junctor != "" {
		return Hint{"Remove the type from the branch: the schema outside of " + junctor + " has the one type of the value.", s.removal()}
	}
	switch {
	case name == "null":
		return nullType(s)
	case plain(name) == plain("int-or-string") || name == "IntOrString":
		return Hint{"Replace the type by " + intOrString + ": true.", []Edit{remove(s.path), set(s.beside(intOrString), true)}}
	}
	t := cmp.Or(s.demanded(), aliases[name], nearest(name, typeNames), suggested(s.around()))
	if t == "" {
		return Hint{"Use one of the types array, boolean, integer, number, object and string.", s.withoutType()}
	}
	return s.typed(t, "Change the type to "+t+".")
}

// withoutType replaces a type by the one that the other keywords speak of, or by
// any, and sets further flags.
func (s *site) withoutType(flags ...string) []Edit {
	var edits []Edit
	if t := s.suggested(); t != "" {
		edits = typing(s.manifest, s.above(1), t)
	} else {
		edits = []Edit{remove(s.path), set(s.beside(preserve), true)}
	}
	for _, flag := range flags {
		edits = append(edits, set(s.beside(flag), true))
	}
	return edits
}

// patternProperties becomes additionalProperties if there is one pattern.
func patternProperties(s *site) Hint {
	edits := []Edit{remove(s.path)}
	patterns := objectAt(s.manifest, s.path)
	if len(patterns) == 1 && !has(s.around(), "properties", "additionalProperties", embedded) && s.schemaRoot() < len(s.path)-1 {
		for _, schema := range patterns {
			edits = append(edits, set(s.beside("additionalProperties"), schema))
		}
	}
	return Hint{"Replace patternProperties by additionalProperties, and say what the names look like in a validation rule: self.all(k, k.matches('…')).", edits}
}

// singleItems takes the one schema of items, or that of the first element.
func singleItems(s *site) Hint {
	list, _ := s.value().([]any)
	text := "Write one schema for all elements in place of the list."
	if len(list) == 1 {
		if schema, ok := list[0].(map[string]any); ok {
			return Hint{text, []Edit{set(s.path, schema)}}
		}
	}
	return Hint{text, []Edit{set(s.path, elements(s.around()))}}
}

// statusRoot keeps at the root what may stand beside a status subresource.
func statusRoot(s *site) Hint {
	allowed := []string{"description", "type", "format", "title", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
		"pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "required", "items", "properties", "externalDocs", "example", preserve, validations}
	var edits []Edit
	schema := objectAt(s.manifest, s.path)
	for _, keyword := range sorted(schema) {
		if !slices.Contains(allowed, keyword) {
			edits = append(edits, remove(s.path.Append(structural.Field(keyword))))
		}
	}
	return Hint{"Remove from the root what is not listed, or put it below spec and status: with a status subresource both are validated apart.", edits}
}

// keywordsNamed removes a keyword from a schema and from those in it.
func keywordsNamed(keyword string, schema map[string]any, path structural.Path) (edits []Edit) {
	if has(schema, keyword) {
		edits = append(edits, remove(path.Append(structural.Field(keyword))))
	}
	for _, name := range sorted(schema) {
		at := path.Append(structural.Field(name))
		switch v := schema[name].(type) {
		case map[string]any:
			if name == "properties" {
				for _, property := range sorted(v) {
					edits = append(edits, keywordsNamed(keyword, objectOf(v, property), at.Append(structural.Key(property)))...)
				}
			} else if slices.Contains([]string{"items", "additionalProperties", "not"}, name) {
				edits = append(edits, keywordsNamed(keyword, v, at)...)
			}
		case []any:
			for i, b := range v {
				if branch, ok := b.(map[string]any); ok && slices.Contains(junctors, name) {
					edits = append(edits, keywordsNamed(keyword, branch, at.Append(structural.Index(i)))...)
				}
			}
		}
	}
	return edits
}

// unsupportedKeyword is about a schema that is not converted at all.
func unsupportedKeyword(s *site) Hint {
	if len(s.path) == s.schemaRoot() {
		return Hint{Text: "Remove the keyword that is named: Kubernetes does not support it."}
	}
	return Hint{"Remove " + s.field() + ": Kubernetes does not support it.", []Edit{remove(s.path)}}
}
