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
	codes.RuleRequired: func(p *problem) Hint {
		return Hint{"Write the expression, or remove the rule.", []Edit{remove(p.above(1))}}
	},
	codes.RuleMessageBlank:           removing("Write a message, or leave it out."),
	codes.RuleMessageLineBreak:       oneLine,
	codes.RuleMessageRequired:        always("Write a message: a rule of several lines requires one."),
	codes.RuleMessageExpressionBlank: removing("Write an expression that returns the message, or leave it out."),
	codes.RuleReasonUnsupported: func(p *problem) Hint {
		known := []string{"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"}
		reason := cmp.Or(nearest(p.text(), known), "FieldValueInvalid")
		return Hint{"Use " + reason + ", or leave the reason out: that is FieldValueInvalid.", []Edit{set(p.path, reason)}}
	},
	codes.RuleFieldPathBlank:        fieldPath,
	codes.RuleFieldPathLineBreak:    fieldPath,
	codes.RuleFieldPathUnknown:      fieldPath,
	codes.RuleOldSelfUnused:         removing("Remove optionalOldSelf: the rule does not use oldSelf."),
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

var fieldPath = removing("Name a property below the one that has the rule, as in .spec.name or ['odd-name'], without lists; or leave it out.")

func oneLine(p *problem) Hint {
	text := strings.Join(strings.FieldsFunc(p.text(), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	return Hint{"Write the text in one line.", []Edit{set(p.path, text)}}
}

// badExpression suggests a property with a name similar to the one that the
// expression uses.
func badExpression(p *problem) Hint {
	_, after, found := strings.Cut(p.err.Detail, "undefined field '")
	name, _, _ := strings.Cut(after, "'")
	if !found {
		return Hint{Text: "Correct the expression: the error says where it does not compile. self is the value whose schema has the rule."}
	}
	var known []string
	for _, s := range schemasBelow(objectAt(p.crd, p.above(3)), nil, maxBelow) {
		known = append(known, sortedNames(objectIn(s.schema, "properties"))...)
	}
	if meant := nearest(name, known); meant != "" {
		return Hint{Text: fmt.Sprintf("Write %s in place of %s.", meant, name)}
	}
	return Hint{Text: fmt.Sprintf("Declare %s as a property, or use another one: an expression sees only declared properties.", name)}
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
func schemasBelow(schema map[string]any, path structural.Path, depth int) []locatedSchema {
	if schema == nil || depth == 0 {
		return nil
	}
	out := []locatedSchema{{path, schema}}
	for _, keyword := range []string{"items", "additionalProperties"} {
		out = append(out, schemasBelow(objectIn(schema, keyword), path.Append(structural.Field(keyword)), depth-1)...)
	}
	properties := objectIn(schema, "properties")
	for _, name := range sortedNames(properties) {
		at := path.Append(structural.Field("properties"), structural.Key(name))
		out = append(out, schemasBelow(objectIn(properties, name), at, depth-1)...)
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
func expensive(p *problem) Hint {
	at := slices.Index(p.path, structural.Field(validations))
	if at < 0 {
		at = len(p.path)
	}
	var edits []Edit
	for i := p.rootDepth(); i < at; i++ {
		edits = append(edits, limits(locatedSchema{p.path[:i], objectAt(p.crd, p.path[:i])})...)
	}
	for _, below := range schemasBelow(objectAt(p.crd, p.path[:at]), p.path[:at], maxBelow) {
		edits = append(edits, limits(below)...)
	}
	if len(edits) == 0 {
		return Hint{Text: "Lower maxItems, maxProperties and maxLength, or write a simpler rule: what a rule costs is estimated from the greatest value that is allowed."}
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
	return Hint{"Limit what the rule may meet; without limits are: " + strings.Join(paths, ", ") + others + ".", edits}
}

// limits returns the edits that give a schema the limit that it lacks.
func limits(s locatedSchema) []Edit {
	limit := func(keyword string, n int64) []Edit {
		if has(s.schema, keyword) {
			return nil
		}
		return []Edit{set(s.path.Append(structural.Field(keyword)), n)}
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
