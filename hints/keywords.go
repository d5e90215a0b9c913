package hints

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// keywords holds the advice about unsupported keywords and invalid values of keywords.
//
// Rule: structural.FromMap, structural.CheckKeywords, structural.CheckStatusRoot.
var keywords = map[codes.Code]advice{
	codes.TypeUnsupported:            otherType,
	codes.TypeNull:                   nullType,
	codes.DefaultForbidden:           removing("Remove the default: the server sets this field itself, or there is nothing that a default could fill in."),
	codes.UnsupportedKeyword:         unsupportedKeyword,
	codes.UnsupportedSchemaURL:       unsupportedKeyword,
	codes.ItemsList:                  singleItems,
	codes.MapListItemsSingle:         singleItems,
	codes.PreserveFalse:              dropping("Remove " + preserve + ": unknown fields are dropped without it."),
	codes.EmbeddedResourceInMetadata: removing("Remove " + embedded + ": apiVersion, kind and metadata belong to the server."),
	codes.UniqueItemsForbidden:       uniqueItems,
	codes.AdditionalAndProperties:    additionalAndProperties,
	codes.NullableRoot:               removing("Remove nullable: an object is never null."),
	codes.StatusRootType:             func(p *problem) draft { return p.typed("object", "Change the type to object.") },
	codes.StatusRootKeyword:          statusRoot,
}

func uniqueItems(p *problem) draft {
	if scalar(objectIn(p.parent(), "items")) && !has(p.parent(), listType) && textIn(p.parent(), "type") == "array" && !p.inBranch() {
		return draft{"Replace uniqueItems by " + listType + ": set, which says the same.", []change{drop(p.path), set(p.sibling(listType), "set")}}
	}
	if textIn(p.parent(), listType) == "set" {
		return draft{"Remove uniqueItems: " + listType + ": set says the same.", []change{drop(p.path)}}
	}
	return draft{"Remove uniqueItems, which is not allowed. Lists of scalars may have " + listType + ": set, and those of objects map with " + listMapKeys + ".",
		[]change{remove(p.path)}}
}

func (p *problem) inBranch() bool { return len(junctorsIn(p.above(1))) > 0 }

// additionalAndProperties removes additionalProperties. Unknown fields that it allowed
// are still preserved.
func additionalAndProperties(p *problem) draft {
	switch v := p.value(); {
	case v == false:
		return draft{"Remove additionalProperties: fields that are not declared are dropped anyway.", []change{drop(p.path)}}
	case p.inBranch():
		return draft{"Remove either additionalProperties or properties from the branch.", p.strip(p.path)}
	default:
		return draft{"Write " + preserve + ": true in place of additionalProperties: a schema has either properties or additionalProperties.", p.preserving()}
	}
}

// preserving returns the changes that replace additionalProperties by
// x-kubernetes-preserve-unknown-fields. They lose a schema of the values.
func (p *problem) preserving() []change {
	var changes []change
	if !has(p.parent(), intOrString) && p.value() != false {
		changes = append(changes, set(p.sibling(preserve), true))
	}
	if _, isSchema := p.value().(map[string]any); isSchema {
		return append(changes, remove(p.path))
	}
	return append(changes, drop(p.path))
}

func (p *problem) atRoot() bool { return len(p.path) == p.rootDepth()+1 }

func singleItems(p *problem) draft {
	list, _ := p.value().([]any)
	if len(list) > 0 && !slices.ContainsFunc(list, func(v any) bool { return !structural.Equal(v, list[0]) }) {
		if schema, ok := list[0].(map[string]any); ok {
			return draft{"Write the schema of all elements without the list around it.", []change{set(p.path, schema)}}
		}
	}
	return draft{"Write one schema for all elements as items, in place of the list. One that takes anything is {" + preserve + ": true}; with that, the schemas in the list are lost.",
		[]change{replace(p.path, elements(p.parent()))}}
}

func statusRoot(p *problem) draft {
	allowed := []string{"description", "type", "format", "title", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
		"pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "required", "items", "properties", "externalDocs", "example", preserve, validations}
	var changes []change
	schema := objectAt(p.crd, p.path)
	for _, keyword := range sortedNames(schema) {
		if !slices.Contains(allowed, keyword) {
			changes = append(changes, remove(p.path.Append(structural.Field(keyword))))
		}
	}
	return draft{"Move what the error does not list from the root to the schemas of spec and status, or remove it: with a status subresource both are validated apart.", changes}
}
