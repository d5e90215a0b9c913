package codes

import "fmt"

// Errors of the fields of a rule, in a CRD.
const (
	// RuleRequired: a rule lacks an expression. Found at rule.
	RuleRequired Code = "rule-required"
	// RuleMessageBlank: a message is specified but blank. Found at message.
	RuleMessageBlank Code = "rule-message-blank"
	// RuleMessageLineBreak: a message has line breaks. Found at message.
	RuleMessageLineBreak Code = "rule-message-line-break"
	// RuleMessageRequired: a rule has line breaks but no message, so that errors
	// have no text to show. Found at message.
	RuleMessageRequired Code = "rule-message-required"
	// RuleMessageExpressionBlank: a messageExpression is specified but blank. Found
	// at messageExpression.
	RuleMessageExpressionBlank Code = "rule-message-expression-blank"
	// RuleReasonUnsupported: a reason is not one of the supported values. Found at
	// reason.
	RuleReasonUnsupported Code = "rule-reason-unsupported"
	// RuleFieldPathBlank: a fieldPath is specified but blank. Found at fieldPath.
	RuleFieldPathBlank Code = "rule-field-path-blank"
	// RuleFieldPathLineBreak: a fieldPath has line breaks. Found at fieldPath.
	RuleFieldPathLineBreak Code = "rule-field-path-line-break"
	// RuleFieldPathUnknown: a fieldPath does not lead to a field of the schema. Found
	// at fieldPath.
	RuleFieldPathUnknown Code = "rule-field-path-unknown"
)

const (
	RuleRequiredDetail               = "rule is not specified"
	RuleMessageBlankDetail           = blank
	RuleMessageLineBreakDetail       = lineBreak
	RuleMessageRequiredDetail        = "message must be specified if rule contains line breaks"
	RuleMessageExpressionBlankDetail = "messageExpression " + blank
	RuleReasonUnsupportedDetail      = `supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`
	RuleFieldPathBlankDetail         = blank
	RuleFieldPathLineBreakDetail     = lineBreak
	RuleFieldPathUnknownDetail       = "must be a valid path"

	blank     = "must be non-empty if specified"
	lineBreak = "must not contain line breaks"
)

// Errors of the expressions of a rule, in a CRD and, if the server cannot run a stored
// rule, in every object: then they are found at the value.
const (
	// RuleSelfUntyped: a schema that has rules cannot be converted to a CEL type.
	// Found at x-kubernetes-validations.
	RuleSelfUntyped Code = "rule-self-untyped"
	// RuleCompile: an expression does not compile. Found at rule or
	// messageExpression.
	RuleCompile Code = "rule-compile"
	// RuleUndefinedField: an expression does not compile because it uses a field that
	// the schema does not declare. Found as a rule-compile error.
	RuleUndefinedField Code = "rule-undefined-field"
	// RuleResultType: a rule does not return a bool, or a messageExpression does
	// not return a string. Found at rule or messageExpression.
	RuleResultType Code = "rule-result-type"
	// RuleProgram: an expression compiles but has a literal that cannot be
	// evaluated, such as an invalid regular expression. Found at rule or
	// messageExpression.
	RuleProgram Code = "rule-program"
	// RuleCost: the estimated cost of an expression exceeds its limit. Found at rule
	// or messageExpression.
	RuleCost Code = "rule-cost"
	// RuleCostTotal: the estimated cost of all expressions of a schema together
	// exceeds its limit. Found at the schema.
	RuleCostTotal Code = "rule-cost-total"
	// RuleCostContribution: an expression is one of the most expensive in a schema
	// whose expressions together exceed the cost limit. Found at rule or
	// messageExpression.
	RuleCostContribution Code = "rule-cost-contribution"
	// RuleOldSelfUncorrelatable: a rule uses oldSelf for values that cannot be
	// correlated with old values, such as the items of an atomic list. Found at
	// rule.
	RuleOldSelfUncorrelatable Code = "rule-old-self-uncorrelatable"
	// RuleOldSelfUnused: a rule has optionalOldSelf but does not use oldSelf. Found
	// at optionalOldSelf.
	RuleOldSelfUnused Code = "rule-old-self-unused"
)

const (
	RuleSelfUnconvertedDetail = "internal error: failed to construct type information for x-kubernetes-validations rules: " +
		"unable to convert structural schema to CEL declarations"
	RuleSelfUntypedDetail      = "failed to convert to declType for CEL validation rules"
	RuleCompilerPanickedDetail = "compilation failed: internal error"

	RuleCostContributionDetail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
	// RuleOldSelfUncorrelatableDetail is followed by the path of the schema.
	RuleOldSelfUncorrelatableDetail = "oldSelf cannot be used on the uncorrelatable portion of the schema within "
	RuleOldSelfUnusedDetail         = "may not be set if oldSelf is not used in rule"
)

// RuleExpression is the field of a rule that holds an expression, by its name.
type RuleExpression string

// The fields of a rule that hold expressions.
const (
	Condition         RuleExpression = "rule"
	MessageExpression RuleExpression = "messageExpression"
)

// RuleCompileDetail words a [RuleCompile] error.
func RuleCompileDetail(in RuleExpression, issues string) string {
	return in.prefix() + "compilation failed: " + issues
}

// RuleResultTypeDetail words a [RuleResultType] error.
func RuleResultTypeDetail(in RuleExpression) string {
	if in == MessageExpression {
		return "messageExpression must evaluate to a string"
	}
	return "cel expression must evaluate to a bool"
}

// RuleProgramDetail words a [RuleProgram] error.
func RuleProgramDetail(in RuleExpression, err error) string {
	if in == MessageExpression {
		return "messageExpression instantiation failed: " + err.Error()
	}
	return "program instantiation failed: " + err.Error()
}

func (in RuleExpression) prefix() string {
	if in == MessageExpression {
		return "messageExpression "
	}
	return ""
}

// RuleCostDetail words a [RuleCost] error.
func RuleCostDetail(in RuleExpression, cost, limit uint64) string {
	return exceeds("estimated "+string(in)+" cost", cost, limit)
}

// RuleCostTotalDetail words a [RuleCostTotal] error.
func RuleCostTotalDetail(cost, limit uint64) string {
	return exceeds("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema", cost, limit)
}

// exceeds words an error for a cost beyond a limit.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// getCostErrorMessage.
func exceeds(name string, cost, limit uint64) string {
	var factor string
	switch ratio := float64(cost) / float64(limit); {
	case ratio > 100:
		factor = "more than 100x"
	case ratio < 1.5:
		factor = fmt.Sprintf("%fx", ratio)
	default:
		factor = fmt.Sprintf("%.1fx", ratio)
	}
	return name + " exceeds budget by factor of " + factor + " (try simplifying the rule, or adding maxItems, " +
		"maxProperties, and maxLength where arrays, maps, and strings are declared)"
}

// Errors of the evaluation of rules, in objects.
const (
	// RuleFailed: a value violates a rule. Found at the value, or at the field
	// below it that the rule's fieldPath names.
	RuleFailed Code = "rule-failed"
	// RuleEvaluation: a rule cannot be evaluated for a value, for example because the
	// value contradicts its schema. Found at the value.
	RuleEvaluation Code = "rule-evaluation"
	// RuleCallCost: the evaluation of one expression exceeds its cost limit. No
	// rule is evaluated after it. Found at the value.
	RuleCallCost Code = "rule-call-cost"
	// RuleBudget: the rules of an object together exceed their cost limit. No rule
	// is evaluated after it. Found at the value.
	RuleBudget Code = "rule-budget"
)

const (
	RuleBudgetDetail        = "validation failed due to running out of cost budget, no further validation rules will be run"
	RuleMessageBudgetDetail = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
)

// RuleFailedDetail words a [RuleFailed] error for a rule without a message.
func RuleFailedDetail(rule string) string { return "failed rule: " + rule }

// RuleInvalidDetail words an error for a stored rule that the server cannot run. reason is
// the detail of the [RuleCompile], [RuleResultType] or [RuleProgram] error.
func RuleInvalidDetail(reason string) string { return "rule compile error: " + reason }

// RuleUntypedDetail words a [RuleSelfUntyped] error of an object.
func RuleUntypedDetail(reason string) string { return "rule compiler initialization error: " + reason }

// RuleEvaluationDetail words a [RuleEvaluation] error. rule is the message of the rule or
// the rule.
func RuleEvaluationDetail(err, rule string) string {
	return err + " evaluating rule: " + rule
}

// RuleOverloadDetail words a [RuleEvaluation] error if an operator or function does not
// exist for the types of its arguments.
func RuleOverloadDetail(err, rule string) string {
	return "'" + err + "': call arguments did not match a supported operator, function or macro signature for rule: " + rule
}

// RuleCallCostDetail words a [RuleCallCost] error of a rule.
func RuleCallCostDetail(err, rule string) string {
	return "'" + err + "': no further validation rules will be run due to call cost exceeds limit for rule: " + rule
}

// RuleMessageCallCostDetail words a [RuleCallCost] error of a messageExpression.
func RuleMessageCallCostDetail(expression string) string {
	return fmt.Sprintf("no further validation rules will be run due to call cost exceeds limit for messageExpression: %q", expression)
}
