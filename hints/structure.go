package hints

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// structure holds the advice about the rules for structural schemas, except the advice
// for branches.
//
// Rule: structural.Check.
var structure = map[codes.Code]advice{
	codes.TypeRequired: missingType,
	codes.ItemsRequired: func(p *problem) draft {
		return draft{
			"Say what the elements of the list are, for example items: {type: string}. With items: {" + preserve + ": true} it takes anything.",
			[]change{set(p.path, elements(p.parent()))},
		}
	},
	codes.RootType: func(p *problem) draft {
		return p.typed("object", "Change the type to object: every custom resource is an object with apiVersion, kind and metadata.")
	},
	codes.RootAdditionalProperties: func(p *problem) draft {
		if p.value() == false {
			return draft{"Remove additionalProperties: fields that are not declared are dropped anyway.", []change{drop(p.path)}}
		}
		return draft{"Write " + preserve + ": true in place of additionalProperties: the object itself is not a map. A map belongs in a property, for example spec.", p.preserving()}
	},
	codes.RootMetadata:      rootMetadata,
	codes.ResourceFieldType: resourceFieldType,
	codes.IntOrStringAlone: byField(map[string]advice{
		preserve: removing("Remove " + preserve + ": an integer or a string has no fields."),
		embedded: removing("Remove " + embedded + ": an integer or a string is not a resource."),
	}),
	codes.EmbeddedResourceType: embeddedType,
	codes.EmbeddedResourceAdditional: func(p *problem) draft {
		if p.value() == false {
			changes := []change{drop(p.path)}
			if !has(p.parent(), "properties") {
				changes = append(changes, set(p.sibling(preserve), true))
			}
			return draft{"Remove additionalProperties: an embedded resource declares properties, or takes anything with " + preserve + ": true.", changes}
		}
		return draft{"Write " + preserve + ": true in place of additionalProperties: an embedded resource is not a map.", p.preserving()}
	},
	codes.EmbeddedResourceProperties: func(p *problem) draft {
		return draft{"Declare the properties of the embedded resource, or let it have any with " + preserve + ": true.", []change{set(p.sibling(preserve), true)}}
	},
	codes.PatternSyntax: badPattern,
}

func resourceFieldType(p *problem) draft {
	if p.step(2).Name() == "metadata" {
		return p.typed("object", "Change the type to object, or remove the property: the server knows metadata itself.")
	}
	return p.typed("string", "Change the type to string, or remove the property: the server knows apiVersion and kind itself.")
}

func (p *problem) typed(name, text string) draft {
	return draft{text, typing(p.parent(), p.above(1), name)}
}

func embeddedType(p *problem) draft {
	t := canonical(textIn(p.parent(), "type"))
	demanded := p.suggested()
	switch {
	case demanded == "string":
		edits := append([]change{remove(p.sibling(embedded))}, typing(p.parent(), p.above(1), "string")...)
		return draft{"Remove " + embedded + ": this is a string.", edits}
	case t == "array" && !has(p.parent(), "properties"):
		items := objectIn(p.parent(), "items")
		changes := []change{remove(p.sibling(embedded))}
		if textIn(items, "type") == "object" && has(items, "properties", preserve) && !has(items, "additionalProperties") {
			changes = []change{drop(p.sibling(embedded)), set(p.sibling("items").Append(structural.Field(embedded)), true)}
		}
		return draft{"Move " + embedded + " into items: the elements of the list are the resources.", changes}
	case t != "" && !has(p.parent(), "properties"):
		return draft{"Remove " + embedded + ", or change the type to object: an embedded resource is one.", []change{remove(p.sibling(embedded))}}
	default:
		return p.typed("object", "Make the type object: an embedded resource is one.")
	}
}

func missingType(p *problem) draft {
	rewritten, given := p.rewriteIntOrString(p.above(1), "anyOf", "oneOf")
	types := typeSet{}
	if mentions, ok := p.mentions(p.above(1)); ok {
		types, _ = typesOf(mentions)
	}
	switch t := p.suggested(); {
	case len(p.path) == p.rootDepth()+1:
		return p.typed("object", "Add type: object: every custom resource is an object.")
	case t != "":
		return p.typed(t, "Add type: "+t+": the other keywords are for it.")
	case given:
		return rewritten
	case types.sole() != "":
		return p.typed(types.sole(), "Add type: "+types.sole()+": the branches have it.")
	default:
		return draft{"Add a type. If every value is fine, add " + preserve + ": true instead.", []change{set(p.sibling(preserve), true)}}
	}
}

func rootMetadata(p *problem) draft {
	var changes []change
	metadata := objectAt(p.crd, p.path)
	for _, keyword := range sortedNames(metadata) {
		at := p.path.Append(structural.Field(keyword))
		if keyword == "type" || keyword == "default" {
			continue
		}
		if keyword != "properties" {
			changes = append(changes, remove(at))
			continue
		}
		properties := objectIn(metadata, keyword)
		for _, name := range sortedNames(properties) {
			if name != "name" && name != "generateName" {
				changes = append(changes, remove(at.Append(structural.Key(name))))
			}
		}
	}
	return draft{"Keep nothing of metadata but its type and the properties name and generateName: the server knows and checks the rest.",
		append(changes, set(p.path.Append(structural.Field("type")), "object"))}
}

func badPattern(p *problem) draft {
	text := p.text()
	for _, use := range []struct{ sign, what string }{
		{"(?=", "look-ahead"}, {"(?!", "look-ahead"}, {"(?<=", "look-behind"}, {"(?<!", "look-behind"}, {`\1`, "back references"}, {"(?>", "atomic groups"},
	} {
		if strings.Contains(text, use.sign) {
			return draft{text: "Rewrite the pattern for RE2, the syntax of Go, which has no " + use.what + "; a validation rule may say what the pattern cannot."}
		}
	}
	return draft{text: "Correct the pattern: it is a regular expression of RE2, the syntax of Go."}
}
