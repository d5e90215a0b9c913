package hints

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
)

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
		reason := cmp.Or(spelling.Nearest(p.text(), known), "FieldValueInvalid")
		return draft{"Use " + reason + ", or leave the reason out: that is FieldValueInvalid.", []change{set(p.path, reason)}}
	},
	codes.RuleFieldPathBlank:        fieldPath,
	codes.RuleFieldPathLineBreak:    fieldPath,
	codes.RuleFieldPathUnknown:      fieldPath,
	codes.RuleOldSelfUnused:         dropping("Remove optionalOldSelf: the rule does not use oldSelf."),
	codes.RuleOldSelfUncorrelatable: always("Move the rule above the list, or make it a list of type map: which old element belongs to a new one is not known here."),
	codes.RuleCost:                  expensive,
	codes.RuleCostTotal:             expensive,
	codes.RuleCostContribution:      always("Follow the hint about the cost of all rules: this one is among the most expensive."),
	codes.RuleResultType: byField(map[string]advice{
		"rule":              always("Make the expression return a bool, for example by a comparison: a rule is true or false."),
		"messageExpression": always("Make the expression return a string; string(…) converts numbers."),
	}),
	codes.RuleCompile:        badExpression,
	codes.RuleUndefinedField: undefinedField,
	codes.RuleProgram:        badExpression,
}

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

// undefinedField suggests a property with a name similar to the one in the error's text,
// unless the expression uses the property too.
func undefinedField(p *problem) draft {
	_, after, _ := strings.Cut(p.err.Detail, "undefined field '")
	name, _, _ := strings.Cut(after, "'")
	var known []string
	text := p.text()
	for s := range p.schemasBelow(objectAt(p.crd, p.above(3)), nil) {
		properties := objectIn(s.schema, "properties")
		if !p.spend(len(properties) * (1 + len(text)/64)) {
			break
		}
		if slices.Contains(textsIn(s.schema, "required"), name) {
			known = nil
			break
		}
		for _, property := range sortedNames(properties) {
			if !strings.Contains(text, property) {
				known = append(known, property)
			}
		}
	}
	meant := spelling.Nearest(name, known)
	changes := p.otherField(name, meant)
	switch {
	case meant != "":
		return draft{fmt.Sprintf("Write %s in place of %s, or declare %s as a property.", meant, name, name), changes}
	case changes != nil:
		return draft{"Write the expression as " + quoted(fmt.Sprint(changes[0].Value)) + ": self is the value whose schema has the rule.", changes}
	}
	return draft{text: fmt.Sprintf("Declare %s as a property, or use another one: an expression sees only declared properties.", name)}
}

type locatedSchema struct {
	path   structural.Path
	schema map[string]any
}

const maxBelow = 100

// schemasBelow returns schema, which is at path, and the schemas inside it, down to a depth. A
// path is valid until the next schema.
func (p *problem) schemasBelow(schema map[string]any, path structural.Path) iter.Seq[locatedSchema] {
	return func(yield func(locatedSchema) bool) {
		p.walkBelow(locatedSchema{path.Append(), schema}, maxBelow, yield)
	}
}

// walkBelow reports whether to go on. It reuses the memory behind the path of s.
func (p *problem) walkBelow(s locatedSchema, depth int, yield func(locatedSchema) bool) bool {
	if s.schema == nil || depth == 0 {
		return true
	}
	if !p.spend(len(s.schema)) || !yield(s) {
		return false
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		below := locatedSchema{append(s.path, structural.Field(keyword)), objectIn(s.schema, keyword)}
		if !p.walkBelow(below, depth-1, yield) {
			return false
		}
	}
	properties := objectIn(s.schema, "properties")
	if !p.spend(len(properties)) {
		return false
	}
	for _, name := range sortedNames(properties) {
		below := locatedSchema{append(s.path, structural.Field("properties"), structural.Key(name)), objectIn(properties, name)}
		if !p.walkBelow(below, depth-1, yield) {
			return false
		}
	}
	return true
}
