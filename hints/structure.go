package hints

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
)

// structure holds the advice about the rules for structural schemas, except those
// for branches.
//
// Rule: structural.Check.
var structure = map[codes.Code]advice{
	codes.TypeRequired: missingType,
	codes.ItemsRequired: func(p *problem) Hint {
		return Hint{
			"Say what the elements of the list are, for example items: {type: string}. With items: {" + preserve + ": true} it takes anything.",
			[]Edit{set(p.path, elements(p.parent()))},
		}
	},
	codes.RootType: func(p *problem) Hint {
		return p.typed("object", "Change the type to object: every custom resource is an object with apiVersion, kind and metadata.")
	},
	codes.RootAdditionalProperties: removing("Remove additionalProperties: the object itself is not a map. Put a map into a property, for example spec."),
	codes.RootMetadata: func(p *problem) Hint {
		return Hint{"Keep nothing of metadata but its type and restrictions of name and generateName; the server knows and checks the rest.",
			[]Edit{set(p.path, bareMetadata(objectAt(p.crd, p.path)))}}
	},
	codes.ResourceFieldType: resourceFieldType,
	codes.IntOrStringAlone: byField(map[string]advice{
		preserve: removing("Remove " + preserve + ": an integer or a string has no fields."),
		embedded: removing("Remove " + embedded + ": an integer or a string is not a resource."),
	}),
	codes.EmbeddedResourceType: embeddedType,
	codes.EmbeddedResourceAdditional: func(p *problem) Hint {
		edits := []Edit{remove(p.path)}
		if !has(p.parent(), "properties", preserve) {
			edits = append(edits, set(p.sibling(preserve), true))
		}
		return Hint{"Remove additionalProperties: an embedded resource declares properties, or takes anything with " + preserve + ": true.", edits}
	},
	codes.EmbeddedResourceProperties: func(p *problem) Hint {
		return Hint{"Declare the properties of the embedded resource, or let it have any with " + preserve + ": true.", []Edit{set(p.sibling(preserve), true)}}
	},
	codes.PatternSyntax: badPattern,
}

func resourceFieldType(p *problem) Hint {
	if p.step(2).Name() == "metadata" {
		return p.typed("object", "Change the type to object, or remove the property: the server knows metadata itself.")
	}
	return p.typed("string", "Change the type to string, or remove the property: the server knows apiVersion and kind itself.")
}

// typed returns a hint that sets the type of the schema with the error.
func (p *problem) typed(name, text string) Hint { return Hint{text, typing(p.crd, p.above(1), name)} }

// embeddedType makes an embedded resource an object if it has properties or no
// type. Others cannot be embedded resources.
func embeddedType(p *problem) Hint {
	t := textIn(p.parent(), "type")
	demanded := p.suggested()
	switch {
	case demanded == "string":
		edits := append([]Edit{remove(p.sibling(embedded))}, typing(p.crd, p.above(1), "string")...)
		return Hint{"Remove " + embedded + ": this is a string.", edits}
	case t == "array" && !has(p.parent(), "properties"):
		return Hint{"Remove " + embedded + " here and put it into items: the elements of the list are the resources.", []Edit{remove(p.sibling(embedded))}}
	case t != "" && !has(p.parent(), "properties"):
		return Hint{"Remove " + embedded + ", or change the type to object: an embedded resource is one.", []Edit{remove(p.sibling(embedded))}}
	default:
		return p.typed("object", "Make the type object: an embedded resource is one.")
	}
}

// missingType proposes a type that fits the other keywords of the schema.
func missingType(p *problem) Hint {
	schema := p.parent()
	switch t := p.suggested(); {
	case len(p.path) == p.rootDepth()+1:
		return p.typed("object", "Add type: object: every custom resource is an object.")
	case isIntOrString(schema):
		return Hint{"Add " + intOrString + ": true, which says that a value is an integer or a string.", []Edit{set(p.sibling(intOrString), true)}}
	case t != "":
		return p.typed(t, "Add type: "+t+", which the other keywords speak of.")
	default:
		return Hint{"Add a type. If every value is fine, add " + preserve + ": true instead.", []Edit{set(p.sibling(preserve), true)}}
	}
}

// isIntOrString reports whether anyOf or oneOf of schema has two branches, an integer
// and a string.
func isIntOrString(schema map[string]any) bool {
	for _, junctor := range []string{"anyOf", "oneOf"} {
		branches, _ := schema[junctor].([]any)
		var types []string
		for _, b := range branches {
			branch, _ := b.(map[string]any)
			types = append(types, textIn(branch, "type"))
		}
		if len(types) == 2 && slices.Contains(types, "integer") && slices.Contains(types, "string") {
			return true
		}
	}
	return false
}

// bareMetadata returns the part of a schema of metadata that the root may specify.
func bareMetadata(metadata map[string]any) map[string]any {
	out := map[string]any{"type": "object"}
	kept := map[string]any{}
	properties := objectIn(metadata, "properties")
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

func badPattern(p *problem) Hint {
	text := p.text()
	for _, use := range []struct{ sign, what string }{
		{"(?=", "look-ahead"}, {"(?!", "look-ahead"}, {"(?<=", "look-behind"}, {"(?<!", "look-behind"}, {`\1`, "back references"}, {"(?>", "atomic groups"},
	} {
		if strings.Contains(text, use.sign) {
			return Hint{Text: "Rewrite the pattern for RE2, the syntax of Go, which has no " + use.what + "; a validation rule may say what the pattern cannot."}
		}
	}
	return Hint{Text: "Correct the pattern: it is a regular expression of RE2, the syntax of Go."}
}
