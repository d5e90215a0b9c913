package celrules

import (
	"errors"
	"strings"

	"github.com/google/cel-go/common/types"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// failed records that a value breaks a rule. It reports false if the evaluation ended.
func (e *evaluation) failed(vars *variables, i int, r *runnableRule) bool {
	out := structural.Error{Kind: field.Invalid, Code: codes.RuleFailed, Rule: i, Value: vars.value}
	if t := vars.node.schema.Type(); t == structural.Object || t == structural.Array {
		out.Value = field.Omitted
	}
	message, more := e.message(vars, i, r)
	if !more {
		return false
	}
	if r.Reason != nil {
		if kind, supported := reasons[*r.Reason]; supported {
			out.Kind = kind
		}
	}
	switch out.Kind {
	case field.Duplicate: // prints no detail
	case field.Forbidden, field.Required:
		out.Value, out.Detail = field.Omitted, message
	default:
		out.Detail = message
	}
	e.add(r, out)
	return true
}

func (e *evaluation) add(r *runnableRule, out structural.Error) {
	list := &e.errors
	if !r.usesOld() && e.path.unchanged() {
		list = &e.ratcheted
	}
	if list.Full() {
		list.Omit(1)
		return
	}
	path := e.path.steps()
	out.RulePath = e.path.rule(out.Rule)
	if len(r.fieldPath) == 0 || r.invalidMessage() {
		list.Add(path, &out)
		return
	}
	out.Path = r.fieldPath
	// The server prints a dot even in front of a bracket.
	if printed := path.String() + "." + r.fieldPathText; len(path) > 0 && printed != path.Append(r.fieldPath...).String() {
		out = *field.PrintedAt(out, printed)
	}
	list.Add(path, &out)
}

// message returns the text of an error, see the package comment. It reports false if the
// evaluation ended.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// evalMessageExpression.
func (e *evaluation) message(vars *variables, i int, r *runnableRule) (text string, more bool) {
	if program := r.messageProgram(); program != nil {
		text, more = e.evaluateMessage(vars, i, r, program)
		if text != "" || !more {
			return text, more
		}
	}
	if r.Message != "" {
		return strings.TrimSpace(r.Message), true
	}
	return codes.RuleFailedDetail(r.description()), true
}

// invalidMessage reports whether the rule has a messageExpression that does not compile.
// The server ignores the fieldPath of such a rule.
func (r *runnableRule) invalidMessage() bool {
	return r.MessageExpression != "" && r.messageProgram() == nil
}

func (r *runnableRule) messageProgram() *cellib.Program {
	if r.checkedRule.message == nil {
		return nil
	}
	program, _ := r.checkedRule.message.plan()
	return program
}

// evaluateMessage returns the result of the messageExpression, or "" if it is unusable. The
// expression sees oldSelf as a plain value, never an optional one.
func (e *evaluation) evaluateMessage(vars *variables, i int, r *runnableRule, program *cellib.Program) (text string, more bool) {
	e.evaluator.Self, e.evaluator.OldSelf = vars.self, e.oldOf(vars, false)
	value, cost, err := e.evaluator.Run(program)
	switch {
	case e.work.Failed():
		return "", false
	case !e.pay(cost):
		return "", e.stopAtMessage(vars, i, r, codes.RuleBudget, codes.RuleMessageBudgetDetail)
	case errors.Is(err, cellib.ErrCostLimit):
		return "", e.stopAtMessage(vars, i, r, codes.RuleCallCost, codes.RuleMessageCallCostDetail(r.MessageExpression))
	case err != nil:
		return "", true
	}
	message, _ := value.(types.String)
	text = strings.TrimSpace(string(message))
	if len(text) > maxMessage || strings.Contains(text, "\n") {
		return "", true
	}
	return text, true
}

// maxMessage is the maximal length in bytes of a message that an expression returns.
//
// Rule: k8s.io/apiserver/pkg/apis/cel, MaxEvaluatedMessageExpressionSizeBytes.
const maxMessage = 5 << 10

// stopAtMessage ends the evaluation because a messageExpression exceeded a limit. The error
// is tolerated if the error of the rule would be.
func (e *evaluation) stopAtMessage(vars *variables, i int, r *runnableRule, code codes.Code, detail string) bool {
	e.add(r, structural.Error{Code: code, Value: vars.node.schema.TypeName(), Detail: detail, Rule: i})
	e.exhausted = true
	return false
}
