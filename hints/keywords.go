package hints

import (
	"cmp"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// keywords holds the advice about keywords that Kubernetes does not support, and
// about values that they cannot have.
//
// Rule: structural.FromMap, structural.CheckKeywords, structural.CheckStatusRoot.
var keywords = map[codes.Code]advice{
	codes.TypeUnsupported:            otherType,
	codes.TypeNull:                   nullType,
	codes.DefaultForbidden:           removing("Remove the default: the server sets this field itself, or there is nothing that it could fill in."),
	codes.UnsupportedKeyword:         unsupportedKeyword,
	codes.ItemsList:                  singleItems,
	codes.MapListItemsSingle:         singleItems,
	codes.PreserveFalse:              removing("Remove " + preserve + ": unknown fields are dropped without it."),
	codes.EmbeddedResourceInMetadata: removing("Remove " + embedded + ": apiVersion, kind and metadata belong to the server."),
	codes.UniqueItemsForbidden: func(p *problem) Hint {
		edits := []Edit{remove(p.path)}
		if scalar(objectIn(p.parent(), "items")) && !has(p.parent(), listType) && textIn(p.parent(), "type") == "array" {
			edits = append(edits, set(p.sibling(listType), "set"))
		}
		return Hint{"Replace uniqueItems by " + listType + ": set, for lists of scalars, or by map with " + listMapKeys + ".", edits}
	},
	codes.AdditionalAndProperties: removing("Remove either additionalProperties or properties. For unknown fields beside known ones there is " + preserve + ": true."),
	codes.NullableRoot:            removing("Remove nullable: an object is never null."),
	codes.StatusRootType:          func(p *problem) Hint { return p.typed("object", "Change the type to object.") },
	codes.StatusRootKeyword:       statusRoot,
}

// unsupported holds the advice about keywords that Kubernetes does not support, by
// their name.
var unsupported = map[string]advice{
	"id": removing("Remove id."),
	"$ref": func(p *problem) Hint {
		edits := []Edit{remove(p.path)}
		if !has(p.parent(), "type", preserve, intOrString) {
			edits = append(edits, set(p.sibling(preserve), true))
		}
		return Hint{"Write the schema that is referred to in place of $ref. Without that, " + preserve + ": true takes anything.", edits}
	},
	"definitions":       removing("Remove definitions, and write each of them where it is used."),
	"dependencies":      removing("Remove dependencies. A validation rule can say it: !has(self.a) || has(self.b)."),
	"additionalItems":   removing("Remove additionalItems: items describes all elements."),
	"patternProperties": patternProperties,
}

// unsupportedKeyword removes a keyword. The server reports $schema at the root,
// wherever it is.
func unsupportedKeyword(p *problem) Hint {
	if give := unsupported[p.field()]; give != nil {
		return give(p)
	}
	if len(p.path) > p.rootDepth() {
		return Hint{"Remove " + p.field() + ": Kubernetes does not support it.", []Edit{remove(p.path)}}
	}
	if edits := removeKeyword("$schema", objectAt(p.crd, p.path), p.path); edits != nil {
		return Hint{"Remove $schema, wherever it is used.", edits}
	}
	return Hint{Text: "Remove the keyword that is named: Kubernetes does not support it."}
}

func nullType(p *problem) Hint {
	if _, junctor := p.outside(); junctor != "" {
		return Hint{"Remove the branch that allows null, and add nullable: true outside of " + junctor + ".", p.removal()}
	}
	return Hint{"Replace type: null by the type of the other values, and add nullable: true.", p.withoutType("nullable")}
}

// scalar reports whether schema is that of a scalar.
func scalar(schema map[string]any) bool {
	t := textIn(schema, "type")
	return t != "" && t != "object" && t != "array"
}

// aliases maps names of types in other languages to types of JSON schema.
var aliases = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer",
	"float": "number", "float64": "number", "double": "number", "decimal": "number", "bool": "boolean",
	"str": "string", "text": "string", "map": "object", "dict": "object", "struct": "object",
	"list": "array", "slice": "array",
}

func otherType(p *problem) Hint {
	name := p.text()
	if _, junctor := p.outside(); junctor != "" {
		return Hint{"Remove the type from the branch: the schema outside of " + junctor + " has the one type of the value.", p.removal()}
	}
	switch {
	case name == "null":
		return nullType(p)
	case plain(name) == plain("int-or-string") || name == "IntOrString":
		return Hint{"Replace the type by " + intOrString + ": true.", []Edit{remove(p.path), set(p.sibling(intOrString), true)}}
	}
	t := cmp.Or(p.demanded(), aliases[name], nearest(name, typeNames), suggested(p.parent()))
	if t == "" {
		return Hint{"Use one of the types array, boolean, integer, number, object and string.", p.withoutType()}
	}
	return p.typed(t, "Change the type to "+t+".")
}

// withoutType returns the edits that replace a type by the one that the other keywords
// are for, or that allow any value if there is none, and that set flags to true.
func (p *problem) withoutType(flags ...string) []Edit {
	var edits []Edit
	if t := p.suggested(); t != "" {
		edits = typing(p.crd, p.above(1), t)
	} else {
		edits = []Edit{remove(p.path), set(p.sibling(preserve), true)}
	}
	for _, flag := range flags {
		edits = append(edits, set(p.sibling(flag), true))
	}
	return edits
}

// patternProperties replaces patternProperties with a single pattern by
// additionalProperties.
func patternProperties(p *problem) Hint {
	edits := []Edit{remove(p.path)}
	patterns := objectAt(p.crd, p.path)
	if len(patterns) == 1 && !has(p.parent(), "properties", "additionalProperties", embedded) && p.rootDepth() < len(p.path)-1 {
		for _, schema := range patterns {
			edits = append(edits, set(p.sibling("additionalProperties"), schema))
		}
	}
	return Hint{"Replace patternProperties by additionalProperties, and say what the names look like in a validation rule: self.all(k, k.matches('…')).", edits}
}

// singleItems replaces a list of schemas by its only one, or by a schema that
// allows anything.
func singleItems(p *problem) Hint {
	list, _ := p.value().([]any)
	text := "Write one schema for all elements in place of the list."
	if len(list) == 1 {
		if schema, ok := list[0].(map[string]any); ok {
			return Hint{text, []Edit{set(p.path, schema)}}
		}
	}
	return Hint{text, []Edit{set(p.path, elements(p.parent()))}}
}

// statusRoot removes keywords from the root that are not allowed there together
// with a status subresource.
func statusRoot(p *problem) Hint {
	allowed := []string{"description", "type", "format", "title", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
		"pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "required", "items", "properties", "externalDocs", "example", preserve, validations}
	var edits []Edit
	schema := objectAt(p.crd, p.path)
	for _, keyword := range sortedNames(schema) {
		if !slices.Contains(allowed, keyword) {
			edits = append(edits, remove(p.path.Append(structural.Field(keyword))))
		}
	}
	return Hint{"Remove from the root what is not listed, or put it below spec and status: with a status subresource both are validated apart.", edits}
}

// removeKeyword returns the edits that remove a keyword from schema and from all
// schemas inside of it.
func removeKeyword(keyword string, schema map[string]any, path structural.Path) (edits []Edit) {
	if has(schema, keyword) {
		edits = append(edits, remove(path.Append(structural.Field(keyword))))
	}
	for _, name := range sortedNames(schema) {
		at := path.Append(structural.Field(name))
		switch v := schema[name].(type) {
		case map[string]any:
			if name == "properties" {
				for _, property := range sortedNames(v) {
					edits = append(edits, removeKeyword(keyword, objectIn(v, property), at.Append(structural.Key(property)))...)
				}
			} else if slices.Contains([]string{"items", "additionalProperties", "not"}, name) {
				edits = append(edits, removeKeyword(keyword, v, at)...)
			}
		case []any:
			for i, b := range v {
				if branch, ok := b.(map[string]any); ok && slices.Contains(junctors, name) {
					edits = append(edits, removeKeyword(keyword, branch, at.Append(structural.Index(i)))...)
				}
			}
		}
	}
	return edits
}

// defaultValues holds the advice about errors that only defaults have.
var defaultValues = map[codes.Code]advice{
	codes.DefaultUnknownFields: changeDefault("Remove fields from the default that its schema does not declare, or declare them."),
	codes.DefaultMetadata:      changeDefault("Correct the metadata in the default."),
}

var badDefault = changeDefault("Change the default so that its own schema takes it, or remove it.")

// changeDefault returns an advice to remove the default that has the error.
func changeDefault(text string) advice {
	return func(p *problem) Hint { return Hint{text, []Edit{remove(p.path[:p.defaultDepth()])}} }
}

// defaultDepth returns the number of steps of the path that lead to the default
// with the error, or 0 if the error is not in a default.
func (p *problem) defaultDepth() int { return slices.Index(p.path, structural.Field("default")) + 1 }
