package hints

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

var unsupported = map[string]advice{
	"id": removing("Remove id: schemas have no identifiers here."),
	"$ref": func(p *problem) draft {
		changes := []change{remove(p.path)}
		if !has(p.parent(), "type", preserve, intOrString) && !p.inBranch() {
			changes = append(changes, set(p.sibling(preserve), true))
		}
		return draft{"Write the schema that is referred to in place of $ref. Without $ref, a schema that has no type takes anything, with " + preserve + ": true.", changes}
	},
	"definitions":       removing("Remove definitions, and write each of them where it is used."),
	"dependencies":      removing("Remove dependencies. A validation rule can say it: !has(self.a) || has(self.b)."),
	"additionalItems":   removing("Remove additionalItems: items describes all elements."),
	"patternProperties": patternProperties,
}

// unsupportedKeyword removes a keyword. The server reports $schema at the root, wherever
// it is.
func unsupportedKeyword(p *problem) draft {
	if give := unsupported[p.field()]; give != nil {
		return give(p)
	}
	if len(p.path) > p.rootDepth() {
		return draft{"Remove " + p.field() + ": Kubernetes does not support it.", []change{remove(p.path)}}
	}
	if changes := p.removeKeyword("$schema", objectAt(p.crd, p.path), p.path); changes != nil && p.err.Code == codes.UnsupportedSchemaURL {
		return draft{"Remove $schema, wherever it is used: the version of JSON schema is fixed.", changes}
	}
	return draft{text: "Remove the keyword that is named: Kubernetes does not support it."}
}

func patternProperties(p *problem) draft {
	patterns := objectAt(p.crd, p.path)
	changes := []change{remove(p.path)}
	const text = "Say what the names look like in a validation rule: self.all(k, k.matches('…'))."
	switch {
	case p.inBranch() || p.atRoot() || len(patterns) == 0 || has(p.parent(), intOrString):
		return draft{"Remove patternProperties, which Kubernetes does not support. " + text, changes}
	case len(patterns) == 1 && !has(p.parent(), "properties", "additionalProperties", embedded):
		for _, schema := range patterns {
			changes = append(changes, set(p.sibling("additionalProperties"), schema))
		}
		return draft{"Replace patternProperties by additionalProperties, which takes names without the pattern. " + text, changes}
	case has(p.parent(), "additionalProperties"):
		return draft{"Remove patternProperties: additionalProperties beside it describes all fields. " + text, changes}
	default:
		return draft{"Write " + preserve + ": true in place of patternProperties, which Kubernetes does not support. " + text, append(changes, set(p.sibling(preserve), true))}
	}
}

func (p *problem) removeKeyword(keyword string, schema map[string]any, path structural.Path) (changes []change) {
	if !p.spend(len(schema)) {
		return nil
	}
	if has(schema, keyword) {
		changes = append(changes, remove(path.Append(structural.Field(keyword))))
	}
	for _, name := range sortedNames(schema) {
		at := path.Append(structural.Field(name))
		switch v := schema[name].(type) {
		case map[string]any:
			if slices.Contains([]string{"properties", "definitions", "patternProperties", "dependencies"}, name) {
				for _, property := range sortedNames(v) {
					changes = append(changes, p.removeKeyword(keyword, objectIn(v, property), at.Append(structural.Key(property)))...)
				}
			} else if slices.Contains([]string{"items", "additionalProperties", "additionalItems", "not"}, name) {
				changes = append(changes, p.removeKeyword(keyword, v, at)...)
			}
		case []any:
			for i, b := range v {
				if branch, ok := b.(map[string]any); ok && (name == "items" || slices.Contains(junctors, name)) {
					changes = append(changes, p.removeKeyword(keyword, branch, at.Append(structural.Index(i)))...)
				}
			}
		}
	}
	return changes
}
