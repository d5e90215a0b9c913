package hints

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// rules holds the advice about validation rules.
var rules = map[codes.Code]advice{
	codes.RuleRequired: func(p *problem) draft {
		return draft{"Write the expression, or remove the rule.", []change{remove(p.above(1))}}
	},
	codes.RuleMessageBlank:           dropping("Write a message, or leave it out."),
	codes.RuleMessageLineBreak:       oneLine,
	codes.RuleMessageRequired:        always("Write a message: a rule of several lines requires one."),
	codes.RuleMessageExpressionBlank: dropping("Write an expression that returns the message, or leave it out."),
	codes.RuleReasonUnsupported: func(p *problem) draft {
		known := []string{"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"}
		reason := cmp.Or(nearest(p.text(), known), "FieldValueInvalid")
		return draft{"Use " + reason + ", or leave the reason out: that is FieldValueInvalid.", []change{set(p.path, reason)}}
	},
	codes.RuleFieldPathBlank:        fieldPath,
	codes.RuleFieldPathLineBreak:    fieldPath,
	codes.RuleFieldPathUnknown:      fieldPath,
	codes.RuleOldSelfUnused:         dropping("Remove optionalOldSelf: the rule does not use oldSelf."),
	codes.RuleOldSelfUncorrelatable: always("Move the rule above the list, or make it a list of type map: which old element belongs to a new one is not known here."),
	codes.RuleCost:                  expensive,
	codes.RuleCostTotal:             expensive,
	codes.RuleCostContribution:      expensive,
	codes.RuleResultType: byField(map[string]advice{
		"rule":              always("Make the expression return a bool, for example by a comparison: a rule is true or false."),
		"messageExpression": always("Make the expression return a string; string(…) converts numbers."),
	}),
	codes.RuleCompile:  badExpression,
	codes.RuleProgram:  badExpression,
	codes.RuleEstimate: badExpression,
}

// fieldPath corrects a path without its dot or with a misspelled name, and removes
// others.
func fieldPath(p *problem) draft {
	const text = "Name a property below the schema that has the rule as fieldPath, as in .spec.name or ['odd-name'], without lists; or leave it out."
	if path, ok := resolved(p.text(), objectAt(p.crd, p.above(3))); ok {
		return draft{"Write the fieldPath as " + path + ".", []change{set(p.path, path)}}
	}
	return draft{text, []change{remove(p.path)}}
}

func oneLine(p *problem) draft {
	text := strings.Join(strings.FieldsFunc(p.text(), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	return draft{"Write the text in one line.", []change{set(p.path, text)}}
}

// badExpression suggests a property with a name similar to the one that the
// expression uses, unless the expression uses that one, too.
func badExpression(p *problem) draft {
	_, after, found := strings.Cut(p.err.Detail, "undefined field '")
	name, _, _ := strings.Cut(after, "'")
	if !found {
		return draft{text: "Correct the expression: the error says where it does not compile. self is the value whose schema has the rule."}
	}
	var known []string
	for _, s := range p.schemasBelow(objectAt(p.crd, p.above(3)), nil, maxBelow) {
		if slices.Contains(textsIn(s.schema, "required"), name) {
			known = nil
			break
		}
		for _, property := range sortedNames(objectIn(s.schema, "properties")) {
			if !strings.Contains(p.text(), property) {
				known = append(known, property)
			}
		}
	}
	if meant := nearest(name, known); meant != "" {
		return draft{text: fmt.Sprintf("Write %s in place of %s, or declare %s as a property.", meant, name, name)}
	}
	return draft{text: fmt.Sprintf("Declare %s as a property, or use another one: an expression sees only declared properties.", name)}
}

// locatedSchema is a schema and its path.
type locatedSchema struct {
	path   structural.Path
	schema map[string]any
}

// maxBelow is the maximum depth below a rule of the schemas that a hint considers.
const maxBelow = 100

// schemasBelow returns schema, which is at path, and the schemas of the items,
// additional properties and properties inside of it, down to a depth.
func (p *problem) schemasBelow(schema map[string]any, path structural.Path, depth int) []locatedSchema {
	if schema == nil || depth == 0 || !p.spend(len(schema)) {
		return nil
	}
	out := []locatedSchema{{path, schema}}
	for _, keyword := range []string{"items", "additionalProperties"} {
		out = append(out, p.schemasBelow(objectIn(schema, keyword), path.Append(structural.Field(keyword)), depth-1)...)
	}
	properties := objectIn(schema, "properties")
	for _, name := range sortedNames(properties) {
		at := path.Append(structural.Field("properties"), structural.Key(name))
		out = append(out, p.schemasBelow(objectIn(properties, name), at, depth-1)...)
	}
	return out
}

// The limits that a hint proposes. They are small because the costs of nested
// lists multiply.
const (
	proposedItems  = 16
	proposedLength = 128
)

// expensive adds limits to the lists, maps and strings around a rule and below it
// that have none.
func expensive(p *problem) draft {
	at := slices.Index(p.path, structural.Field(validations))
	if at < 0 {
		at = len(p.path)
	}
	var edits []change
	for i := p.rootDepth(); i < at; i++ {
		edits = append(edits, limits(locatedSchema{p.path[:i], objectAt(p.crd, p.path[:i])})...)
	}
	for _, below := range p.schemasBelow(objectAt(p.crd, p.path[:at]), p.path[:at], maxBelow) {
		edits = append(edits, limits(below)...)
	}
	if len(edits) == 0 {
		return draft{text: "Lower maxItems, maxProperties and maxLength, or write a simpler rule: what a rule costs is estimated from the greatest value that is allowed."}
	}
	paths := make([]string, 0, len(edits))
	for _, e := range edits {
		paths = append(paths, e.Path[min(p.rootDepth(), len(e.Path)):].String())
	}
	slices.Sort(paths)
	const shown = 5
	others := ""
	if len(paths) > shown {
		others = fmt.Sprintf(" and %d more", len(paths)-shown)
		paths = paths[:shown]
	}
	return draft{"Limit what the rule may meet, as far as the values allow; without limits are: " + strings.Join(paths, ", ") + others + ".", edits}
}

// limits returns the edits that give a schema the limit that it lacks.
func limits(s locatedSchema) []change {
	limit := func(keyword string, n int64) []change {
		if has(s.schema, keyword) {
			return nil
		}
		return []change{set(s.path.Append(structural.Field(keyword)), n)}
	}
	switch textIn(s.schema, "type") {
	case "array":
		return limit("maxItems", proposedItems)
	case "object":
		if objectIn(s.schema, "additionalProperties") != nil {
			return limit("maxProperties", proposedItems)
		}
	case "string":
		if !has(s.schema, "enum") {
			return limit("maxLength", proposedLength)
		}
	}
	return nil
}
