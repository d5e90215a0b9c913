package hints

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// rules are the hints for validation rules.
var rules = []advice{
	{structural.Required, "rule", "rule is not specified", func(s *site) Hint {
		return Hint{"Write the expression, or remove the rule.", []Edit{remove(s.above(1))}}
	}},
	{structural.Invalid, "message", "must be non-empty", dropping("Write a message, or leave it out.")},
	{structural.Invalid, "message", "must not contain line breaks", oneLine},
	{structural.Required, "message", "message must be specified", func(s *site) Hint {
		return Hint{Text: "Write a message: a rule of several lines is no text for one."}
	}},
	{structural.Required, "messageExpression", "", dropping("Write an expression that gives the message, or leave it out.")},
	{structural.NotSupported, "reason", "", func(s *site) Hint {
		known := []string{"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"}
		reason := cmp.Or(nearest(textAt(s.manifest, s.path), known), "FieldValueInvalid")
		return Hint{"Use " + reason + ", or leave the reason out: that is FieldValueInvalid.", []Edit{set(s.path, reason)}}
	}},
	{structural.Invalid, "fieldPath", "", dropping("Name a property below the one that has the rule, as in .spec.name or ['odd-name'], without lists; or leave it out.")},
	{structural.Invalid, "optionalOldSelf", "", dropping("Remove optionalOldSelf: the rule does not speak of oldSelf.")},
	{structural.Invalid, "rule", "oldSelf cannot be used", always("Move the rule above the list, or make it a list of type map: which old element belongs to a new one is not known here.")},
	{structural.Forbidden, "", "estimated rule cost", expensive},
	{structural.Forbidden, "", "contributed to estimated rule cost total", expensive},
	{structural.Forbidden, "", "x-kubernetes-validations estimated rule cost total", expensive},
	{structural.Forbidden, "rule", "", expensive},
	{structural.Forbidden, "messageExpression", "", expensive},
	{structural.Invalid, "rule", "cel expression must evaluate to a bool", always("Compare what the expression gives with something: a rule is true or false.")},
	{structural.Invalid, "messageExpression", "messageExpression must evaluate to a string", always("Make the expression give text, with string(…) around numbers.")},
	{structural.Invalid, "rule", "", badExpression},
	{structural.Invalid, "messageExpression", "", badExpression},
}

func oneLine(s *site) Hint {
	text := strings.Join(strings.FieldsFunc(textAt(s.manifest, s.path), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	return Hint{"Write the text in one line.", []Edit{set(s.path, text)}}
}

// badExpression looks for a name in the error that is like one of a property.
func badExpression(s *site) Hint {
	_, after, found := strings.Cut(s.err.Detail, "undefined field '")
	name, _, _ := strings.Cut(after, "'")
	if !found {
		return Hint{Text: "Correct the expression: the server says where it stops making sense. self is the value that has the rule."}
	}
	var known []string
	for _, schema := range schemasBelow(objectAt(s.manifest, s.above(3)), nil) {
		known = append(known, sorted(objectOf(schema.schema, "properties"))...)
	}
	if meant := nearest(name, known); meant != "" {
		return Hint{Text: fmt.Sprintf("Write %s in place of %s.", meant, name)}
	}
	return Hint{Text: fmt.Sprintf("Declare %s as a property, or ask for another: an expression sees declared properties only.", name)}
}

// placed is a schema below another.
type placed struct {
	path   structural.Path
	schema map[string]any
}

// maxBelow is how many steps below a rule are looked at: a rule does not ask for
// more.
const maxBelow = 100

// schemasBelow are a schema and all that describe parts of its value. Paths start
// with the given one.
func schemasBelow(schema map[string]any, path structural.Path) []placed {
	return placedBelow(schema, path, maxBelow)
}

func placedBelow(schema map[string]any, path structural.Path, depth int) []placed {
	if schema == nil || depth == 0 {
		return nil
	}
	out := []placed{{path, schema}}
	for _, keyword := range []string{"items", "additionalProperties"} {
		out = append(out, placedBelow(objectOf(schema, keyword), path.Append(structural.Field(keyword)), depth-1)...)
	}
	properties := objectOf(schema, "properties")
	for _, name := range sorted(properties) {
		at := path.Append(structural.Field("properties"), structural.Key(name))
		out = append(out, placedBelow(objectOf(properties, name), at, depth-1)...)
	}
	return out
}

// The limits that a hint proposes: small ones, since costs multiply.
const (
	proposedElements = 16
	proposedLength   = 128
)

// expensive limits the lists, maps and texts around a rule and below it that
// have no limit.
func expensive(s *site) Hint {
	at := slices.Index(s.path, structural.Field(validations))
	if at < 0 {
		at = len(s.path)
	}
	var edits []Edit
	for i := s.schemaRoot(); i < at; i++ {
		edits = append(edits, limits(placed{s.path[:i], objectAt(s.manifest, s.path[:i])})...)
	}
	for _, below := range schemasBelow(objectAt(s.manifest, s.path[:at]), s.path[:at]) {
		edits = append(edits, limits(below)...)
	}
	if len(edits) == 0 {
		return Hint{Text: "Lower maxItems, maxProperties and maxLength, or write a simpler rule: what a rule costs is estimated from the greatest value that is allowed."}
	}
	places := make([]string, 0, len(edits))
	for _, e := range edits {
		places = append(places, e.Path[min(s.schemaRoot(), len(e.Path)):].String())
	}
	slices.Sort(places)
	const shown = 5
	more := ""
	if len(places) > shown {
		more = fmt.Sprintf(" and %d more", len(places)-shown)
		places = places[:shown]
	}
	return Hint{"Limit what the rule may meet; without limits are: " + strings.Join(places, ", ") + more + ".", edits}
}

// limits are the edits that give a schema the limit that it lacks.
func limits(p placed) []Edit {
	limit := func(keyword string, n int64) []Edit {
		if has(p.schema, keyword) {
			return nil
		}
		return []Edit{set(p.path.Append(structural.Field(keyword)), n)}
	}
	switch textOf(p.schema, "type") {
	case "array":
		return limit("maxItems", proposedElements)
	case "object":
		if objectOf(p.schema, "additionalProperties") != nil {
			return limit("maxProperties", proposedElements)
		}
	case "string":
		if !has(p.schema, "enum") {
			return limit("maxLength", proposedLength)
		}
	}
	return nil
}
