package celrules

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// CheckFields returns the errors in the fields of the rules of s that do not need CEL:
// blank expressions and messages, line breaks in messages, unsupported reasons, unknown
// field paths. It does not check the schemas below s. It is an argument of
// structural.CheckKeywords:
//
//	structural.CheckKeywords(ctx, s, structural.WithSchemaCheck(celrules.CheckFields))
//
// The error is about ctx, nil for none, or the budget.
//
// Rule: Kubernetes documentation, "Validation rules"; k8s.io/apiextensions-
// apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema.
func CheckFields(ctx context.Context, s *structural.Schema) (structural.Errors, error) {
	if s.NumRules() == 0 {
		return nil, nil
	}
	var c fieldChecker
	w := work.Start(ctx, "checking the fields of rules")
	for i, rule := range s.Rules() {
		if !w.Step(1 + len(rule.Rule) + len(rule.Message) + len(rule.MessageExpression) + len(rule.FieldPath)) {
			return nil, w.Err()
		}
		c.rule, c.index = rule, i
		c.ruleAndMessage()
		c.messageExpression()
		c.reason()
		c.fieldPath(s)
	}
	return c.errs, nil
}

type fieldChecker struct {
	rule  structural.Rule
	index int
	errs  structural.Errors
}

func (c *fieldChecker) add(name string, kind structural.Kind, code codes.Code, value any, detail string) {
	c.errs = append(c.errs, &structural.Error{
		Path: structural.Path{structural.Field(validations), structural.Index(c.index), structural.Field(name)},
		Kind: kind, Code: code, Value: value, Detail: detail, Rule: c.index,
	})
}

func (c *fieldChecker) ruleAndMessage() {
	rule, message := strings.TrimSpace(c.rule.Rule), strings.TrimSpace(c.rule.Message)
	switch {
	case rule == "":
		c.add("rule", field.Required, codes.RuleRequired, field.Omitted, codes.RuleRequiredDetail)
	case c.rule.Message != "" && message == "":
		c.add("message", field.Invalid, codes.RuleMessageBlank, c.rule.Message, codes.RuleMessageBlankDetail)
	case hasLineBreak(message):
		c.add("message", field.Invalid, codes.RuleMessageLineBreak, c.rule.Message, codes.RuleMessageLineBreakDetail)
	case hasLineBreak(rule) && message == "":
		c.add("message", field.Required, codes.RuleMessageRequired, field.Omitted, codes.RuleMessageRequiredDetail)
	}
}

func hasLineBreak(s string) bool { return strings.ContainsAny(s, "\n\r") }

func (c *fieldChecker) messageExpression() {
	if c.rule.MessageExpression != "" && strings.TrimSpace(c.rule.MessageExpression) == "" {
		c.add("messageExpression", field.Required, codes.RuleMessageExpressionBlank, field.Omitted, codes.RuleMessageExpressionBlankDetail)
	}
}

var reasons = map[string]structural.Kind{
	"FieldValueDuplicate": field.Duplicate, "FieldValueForbidden": field.Forbidden,
	"FieldValueInvalid": field.Invalid, "FieldValueRequired": field.Required,
}

func (c *fieldChecker) reason() {
	if r := c.rule.Reason; r != nil {
		if _, supported := reasons[*r]; !supported {
			c.add("reason", field.NotSupported, codes.RuleReasonUnsupported, *r, codes.RuleReasonUnsupportedDetail)
		}
	}
}

// fieldPath resolves the path, unless the schema has keywords with which the server does
// not follow any path.
func (c *fieldChecker) fieldPath(s *structural.Schema) {
	path := c.rule.FieldPath
	if path == "" {
		return
	}
	if strings.TrimSpace(path) == "" {
		c.add("fieldPath", field.Invalid, codes.RuleFieldPathBlank, path, codes.RuleFieldPathBlankDetail)
	}
	if hasLineBreak(path) {
		c.add("fieldPath", field.Invalid, codes.RuleFieldPathLineBreak, path, codes.RuleFieldPathLineBreakDetail)
	}
	if s.Holds(facts.Unsupported) {
		return
	}
	if _, _, err := fieldpath.Resolve(path, s, fieldpath.DotsAndBrackets); err != nil {
		c.add("fieldPath", field.Invalid, codes.RuleFieldPathUnknown, path, codes.RuleFieldPathUnknownDetail)
	}
}
