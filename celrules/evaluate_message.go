package celrules

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/cel-go/common/types"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// violated reports that a rule does not hold.
func (e *evaluation) violated(s *subject, i int, r *rule) bool {
	out := structural.Error{Kind: structural.Invalid, Rule: i, Value: s.value}
	if t := s.node.schema.Type(); t == structural.Object || t == structural.Array {
		out.Value = structural.Omitted
	}
	message, more := e.message(s, i, r)
	if !more {
		return false
	}
	if r.Reason != nil {
		if kind, known := reasons[*r.Reason]; known {
			out.Kind = kind
		}
	}
	switch out.Kind {
	case structural.Duplicate: // has no words of its own
	case structural.Forbidden, structural.Required:
		out.Value, out.Detail = structural.Omitted, message
	default:
		out.Detail = message
	}
	e.report(r, out)
	return true
}

// report adds an error about a value or, if the rule has a fieldPath, a part of
// it, to those that count or to those that are tolerated.
func (e *evaluation) report(r *rule, out structural.Error) {
	list := &e.errors
	if !r.usesOld() && e.trail.unchanged() {
		list = &e.ratcheted
	}
	at := e.trail.path()
	if len(r.fieldPath) == 0 || r.messageIsWrong() {
		list.add(at, out)
		return
	}
	// A server writes a dot even in front of a bracket.
	if printed := at.String() + "." + r.fieldText; len(at) > 0 && printed != at.Append(r.fieldPath...).String() {
		out = *field.PrintedAt(out, printed)
	}
	list.add(at, out, r.fieldPath...)
}

// message is what an error says: what the messageExpression gives, if it gives a
// line of reasonable length, else the message, else the rule. It is false if a
// limit ended the evaluation.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// evalMessageExpression.
func (e *evaluation) message(s *subject, i int, r *rule) (text string, more bool) {
	if r.messageExpression() != nil {
		text, more = e.expressed(s, i, r)
		if text != "" || !more {
			return text, more
		}
	}
	if r.Message != "" {
		return strings.TrimSpace(r.Message), true
	}
	return "failed rule: " + r.mentioned(), true
}

// messageIsWrong tells whether there is a messageExpression that does not
// compile. A server gives up on the rule's fieldPath, then, too.
func (r *rule) messageIsWrong() bool {
	return r.MessageExpression != "" && r.messageExpression() == nil
}

// messageExpression is the program that makes the message, nil if there is none
// or it does not work.
func (r *rule) messageExpression() *cellib.Program {
	if r.compiled.message == nil {
		return nil
	}
	program, _ := r.compiled.message.plan()
	return program
}

// expressed is the message from an expression, empty if there is none after all.
// The expression sees the old value plainly, even if the rule does not.
func (e *evaluation) expressed(s *subject, i int, r *rule) (text string, more bool) {
	e.machine.Self, e.machine.Old = s.self, e.oldOf(s, false)
	value, cost, err := e.machine.Run(r.messageExpression())
	switch {
	case e.interrupted(err):
		return "", false
	case !e.pay(cost):
		return "", e.giveUp(s, i, r, noMessageBudget)
	case errors.Is(err, cellib.ErrExhausted):
		const limit = "no further validation rules will be run due to call cost exceeds limit for messageExpression: %q"
		return "", e.giveUp(s, i, r, fmt.Sprintf(limit, r.MessageExpression))
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

// maxMessage is the length of the longest message that an expression makes, in
// bytes.
//
// Rule: k8s.io/apiserver/pkg/apis/cel, MaxEvaluatedMessageExpressionSizeBytes.
const maxMessage = 5 << 10

// giveUp reports that a message made the evaluation end. The error is tolerated
// as the one would be that the message is for: then the object is accepted,
// although there are rules that were not asked.
func (e *evaluation) giveUp(s *subject, i int, r *rule, detail string) bool {
	e.report(r, structural.Error{Value: s.node.schema.TypeName(), Detail: detail, Rule: i})
	e.exhausted = true
	return false
}
