package celrules

import (
	"context"
	"errors"
	"math"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/structural"
)

// subject is the value that the rules of a node are asked about.
type subject struct {
	node            *node
	value, old      any
	self            ref.Val
	oldSelf, oldOpt ref.Val // nil: not needed so far, or there is none
}

// What a server says when it stops.
const (
	noBudget        = "validation failed due to running out of cost budget, no further validation rules will be run"
	noMessageBudget = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run"
)

// ownRules evaluates the rules of a node in their order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// Validator.validateExpressions.
func (e *evaluation) ownRules(n *node, v, old any) bool {
	if n.wrong != "" {
		e.fail(n, 0, "rule compiler initialization error: "+n.wrong)
		return true
	}
	if n.rules.NumRules() == 0 {
		return true
	}
	if e.left <= 0 {
		return e.stop(n, 0, noBudget)
	}
	if e.cancelled() {
		return false
	}
	s := subject{node: n, value: v, old: old, self: e.see(n, v)}
	rules := n.compiledBy(e.rules.compiler)
	for i := range rules {
		if !e.rule(&s, i, &rules[i]) {
			return false
		}
	}
	e.memory.clear()
	return true
}

// rule evaluates one rule.
func (e *evaluation) rule(s *subject, i int, r *rule) bool {
	switch {
	case r.conditionErr != "":
		e.fail(s.node, i, "rule compile error: "+r.conditionErr)
		return true
	case r.condition == nil: // blank
		return true
	}
	program, err := r.condition.plan()
	switch {
	case err != nil:
		e.fail(s.node, i, "rule compile error: "+conditions.notInstantiated(err))
		return true
	case r.usesOld() && s.old == nil && !r.optionalOld():
		return true
	}
	e.machine.Self, e.machine.Old = s.self, e.oldOf(s, r.optionalOld())
	value, cost, err := e.machine.Run(program)
	switch {
	case e.interrupted(err):
		return false
	case !e.pay(cost):
		return e.stop(s.node, i, noBudget)
	case err != nil:
		return e.broken(s.node, i, r, err)
	case value == types.True:
		return true
	default:
		return e.violated(s, i, r)
	}
}

// optionalOld tells whether a rule sees the old value as an optional one.
func (r *rule) optionalOld() bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }

// oldOf is oldSelf, nil if there is no such variable, which there is only if a
// rule of the node uses it.
func (e *evaluation) oldOf(s *subject, optional bool) ref.Val {
	if !s.node.asksOld {
		return nil
	}
	if s.old != nil && s.oldSelf == nil {
		s.oldSelf = e.see(s.node, s.old)
	}
	switch {
	case !optional:
		return s.oldSelf
	case s.oldSelf == nil:
		return types.OptionalNone
	}
	if s.oldOpt == nil {
		s.oldOpt = types.OptionalOf(s.oldSelf)
	}
	return s.oldOpt
}

// interrupted tells whether an evaluation ended because of the context.
func (e *evaluation) interrupted(err error) bool {
	if err == nil || !cellib.Interrupted(err) {
		return false
	}
	e.failed = context.Cause(e.ctx)
	return e.failed != nil
}

// cancelled tells whether there is anybody left to hear the verdict.
func (e *evaluation) cancelled() bool {
	select {
	case <-e.ctx.Done():
		e.failed = context.Cause(e.ctx)
		return true
	default:
		return false
	}
}

// pay takes a cost out of the budget, if there is enough.
func (e *evaluation) pay(cost uint64) bool {
	if cost > math.MaxInt64 || int64(cost) > e.left {
		e.spent += int64(min(cost, math.MaxInt32))
		return false
	}
	e.spent += int64(cost)
	e.left -= int64(cost)
	return true
}

// broken reports that a rule could not be evaluated.
func (e *evaluation) broken(n *node, i int, r *rule, err error) bool {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "no such overload"):
		e.fail(n, i, "'"+text+"': call arguments did not match a supported operator, function or macro signature for rule: "+r.mentioned())
	case errors.Is(err, cellib.ErrExhausted):
		return e.stop(n, i, "'"+text+"': no further validation rules will be run due to call cost exceeds limit for rule: "+r.mentioned())
	default:
		e.fail(n, i, text+" evaluating rule: "+r.mentioned())
	}
	return true
}

// mentioned is how errors speak of a rule.
func (r *rule) mentioned() string {
	if r.Message != "" {
		return strings.TrimSpace(r.Message)
	}
	return strings.TrimSpace(r.Rule.Rule)
}

// fail reports what is never tolerated.
func (e *evaluation) fail(n *node, i int, detail string) {
	e.errors.add(e.trail.path(), structural.Error{Value: n.schema.TypeName(), Detail: detail, Rule: i})
}

// stop is fail, and the end.
func (e *evaluation) stop(n *node, i int, detail string) bool {
	e.fail(n, i, detail)
	e.exhausted = true
	return false
}
