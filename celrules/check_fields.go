package celrules

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
)

// Form tells what is wrong with the form of the rules of a single schema, not
// of those below it: blank texts, line breaks in messages, unknown reasons, field
// paths that lead nowhere. The errors are located in s. It is made for
// structural.CheckKeywords:
//
//	structural.CheckKeywords(s, structural.WithSchemaCheck(celrules.Form))
//
// Rule: Kubernetes documentation, "Validation rules"; k8s.io/apiextensions-
// apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema.
func Form(s *structural.Schema) structural.Errors {
	if s.NumRules() == 0 {
		return nil
	}
	var f formality
	for i, rule := range s.Rules() {
		f.rule, f.index = rule, i
		f.texts()
		f.message()
		f.reason()
		f.fieldPath(s)
	}
	return f.errs
}

// formality looks at one rule after the other.
type formality struct {
	rule  structural.Rule
	index int
	errs  structural.Errors
}

func (f *formality) say(field string, kind structural.Kind, value any, detail string) {
	f.errs = append(f.errs, &structural.Error{
		Path: structural.Path{structural.Field(validations), structural.Index(f.index), structural.Field(field)},
		Kind: kind, Value: value, Detail: detail, Rule: f.index,
	})
}

const (
	mustNotBeBlank = "must be non-empty if specified"
	noLineBreaks   = "must not contain line breaks"
)

// texts looks at the rule and its message: the first thing that is wrong.
func (f *formality) texts() {
	rule, message := strings.TrimSpace(f.rule.Rule), strings.TrimSpace(f.rule.Message)
	switch {
	case rule == "":
		f.say("rule", structural.Required, structural.Omitted, "rule is not specified")
	case f.rule.Message != "" && message == "":
		f.say("message", structural.Invalid, f.rule.Message, mustNotBeBlank)
	case hasLineBreak(message):
		f.say("message", structural.Invalid, f.rule.Message, noLineBreaks)
	case hasLineBreak(rule) && message == "":
		f.say("message", structural.Required, structural.Omitted, "message must be specified if rule contains line breaks")
	}
}

func hasLineBreak(s string) bool { return strings.ContainsAny(s, "\n\r") }

func (f *formality) message() {
	if f.rule.MessageExpression != "" && strings.TrimSpace(f.rule.MessageExpression) == "" {
		f.say("messageExpression", structural.Required, structural.Omitted, "messageExpression "+mustNotBeBlank)
	}
}

// reasons are the kinds of errors that a rule may ask for.
var reasons = map[string]structural.Kind{
	"FieldValueDuplicate": structural.Duplicate, "FieldValueForbidden": structural.Forbidden,
	"FieldValueInvalid": structural.Invalid, "FieldValueRequired": structural.Required,
}

func (f *formality) reason() {
	if r := f.rule.Reason; r != nil {
		if _, known := reasons[*r]; !known {
			const detail = `supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`
			f.say("reason", structural.NotSupported, *r, detail)
		}
	}
}

// fieldPath follows the path, unless the schema is one that a server cannot
// follow a path through.
func (f *formality) fieldPath(s *structural.Schema) {
	path := f.rule.FieldPath
	if path == "" {
		return
	}
	if strings.TrimSpace(path) == "" {
		f.say("fieldPath", structural.Invalid, path, mustNotBeBlank)
	}
	if hasLineBreak(path) {
		f.say("fieldPath", structural.Invalid, path, noLineBreaks)
	}
	if s.HoldsUnsupported() {
		return
	}
	if _, _, err := fieldpath.Resolve(path, s, fieldpath.DotsAndBrackets); err != nil {
		f.say("fieldPath", structural.Invalid, path, "must be a valid path")
	}
}
