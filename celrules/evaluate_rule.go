package celrules

import (
	"errors"
	"math"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celvalue"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
)

type variables struct {
	node            *ruleNode
	compiled        *compiledRules
	value, old      any
	self            ref.Val
	oldSelf         ref.Val // nil: not needed yet, or absent
	optionalOldSelf ref.Val // nil: not needed yet
}

// ownRules evaluates the rules of a node in their order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// Validator.validateExpressions.
func (e *evaluation) ownRules(n *ruleNode, v, old any) bool {
	if n.untyped() {
		e.fail(n, 0, codes.RuleSelfUntyped, codes.RuleUntypedDetail(codes.RuleSelfUntypedDetail))
		return true
	}
	if n.numRules() == 0 {
		return true
	}
	if e.budget <= 0 {
		return e.stop(n, 0, codes.RuleBudget, codes.RuleBudgetDetail)
	}
	compiled := n.compile(e.rules.compiler, e.work)
	if compiled == nil {
		return false
	}
	vars := variables{node: n, compiled: compiled, value: v, old: old, self: e.celValue(n, v)}
	for i := range compiled.rules {
		if !e.observed(&vars, i, &compiled.rules[i]) {
			return false
		}
	}
	e.values.Reset()
	return true
}

// observed evaluates a rule and tells the observer.
func (e *evaluation) observed(vars *variables, i int, r *runnableRule) bool {
	if e.observe == nil {
		return e.rule(vars, i, r)
	}
	kept := *vars // the function below would move vars to the heap, without an observer, too
	before := e.found()
	more := e.rule(vars, i, r)
	e.observe(Evaluation{
		Path: e.path.steps(), RulePath: e.path.rule(i), Transition: r.usesOld(), Correlated: vars.old != nil,
		Skipped: r.skips(vars.old), Passed: e.found() == before, decided: func() []PartValue { return e.decided(&kept, r) },
	})
	return more
}

// found returns the number of errors so far.
func (e *evaluation) found() int {
	return e.errors.Len() + e.errors.Omitted() + e.ratcheted.Len() + e.ratcheted.Omitted()
}

// skips reports whether the rule is a transition rule that needs an old value.
func (r *runnableRule) skips(old any) bool { return r.usesOld() && old == nil && !r.optionalOldSelf() }

func (e *evaluation) rule(vars *variables, i int, r *runnableRule) bool {
	switch {
	case r.conditionErr != nil:
		e.fail(vars.node, i, r.conditionErr.code, codes.RuleInvalidDetail(r.conditionErr.detail))
		return true
	case r.condition == nil: // blank
		return true
	}
	program, err := r.condition.plan()
	switch {
	case err != nil:
		e.fail(vars.node, i, codes.RuleProgram, codes.RuleInvalidDetail(codes.RuleProgramDetail(codes.Condition, err)))
		return true
	case r.skips(vars.old):
		return true
	}
	e.evaluator.Self, e.evaluator.OldSelf = vars.self, e.oldOf(vars, r.optionalOldSelf())
	value, cost, err := e.evaluator.Run(program)
	switch {
	case e.work.Failed():
		return false
	case !e.pay(cost):
		return e.stop(vars.node, i, codes.RuleBudget, codes.RuleBudgetDetail)
	case err != nil:
		return e.evaluationError(vars.node, i, r, err)
	case value == types.True:
		return true
	default:
		return e.failed(vars, i, r)
	}
}

func (r *runnableRule) optionalOldSelf() bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }

// oldOf returns the value of oldSelf, or nil if no rule of the node uses it.
func (e *evaluation) oldOf(vars *variables, optional bool) ref.Val {
	if !vars.compiled.usesOld {
		return nil
	}
	if vars.old != nil && vars.oldSelf == nil {
		vars.oldSelf = e.celValue(vars.node, vars.old)
	}
	switch {
	case !optional:
		return vars.oldSelf
	case vars.oldSelf == nil:
		return types.OptionalNone
	}
	if vars.optionalOldSelf == nil {
		vars.optionalOldSelf = types.OptionalOf(vars.oldSelf)
	}
	return vars.optionalOldSelf
}

// pay reports false if cost exceeds the budget.
func (e *evaluation) pay(cost uint64) bool {
	if cost > math.MaxInt64 || int64(cost) > e.budget {
		e.cost += int64(min(cost, math.MaxInt32))
		return false
	}
	e.cost += int64(cost)
	e.budget -= int64(cost)
	return true
}

func (e *evaluation) evaluationError(n *ruleNode, i int, r *runnableRule, err error) bool {
	text := err.Error()
	switch {
	case isNoSuchOverload(text):
		e.fail(n, i, codes.RuleEvaluation, codes.RuleOverloadDetail(text, r.description()))
	case errors.Is(err, cellib.ErrCostLimit):
		return e.stop(n, i, codes.RuleCallCost, codes.RuleCallCostDetail(text, r.description()))
	default:
		e.failWith(n, structural.Error{Code: codes.RuleEvaluation, Detail: codes.RuleEvaluationDetail(text, r.description()), Rule: i, Remark: remarkOn(err)})
	}
	return true
}

func remarkOn(err error) string {
	var not *celvalue.NotIntegerError
	if !errors.As(err, &not) {
		return ""
	}
	return jsontext.RemarkOn(not.Value)
}

// isNoSuchOverload recognizes CEL's error about the types of arguments by its text, as the
// server does.
func isNoSuchOverload(text string) bool { return strings.HasPrefix(text, "no such overload") }

func (r *runnableRule) description() string {
	if r.Message != "" {
		return strings.TrimSpace(r.Message)
	}
	return strings.TrimSpace(r.Rule.Rule)
}

func (e *evaluation) fail(n *ruleNode, i int, code codes.Code, detail string) {
	e.failWith(n, structural.Error{Code: code, Detail: detail, Rule: i})
}

func (e *evaluation) failWith(n *ruleNode, err structural.Error) {
	err.Value = n.schema.TypeName()
	err.RulePath = e.path.rule(err.Rule)
	e.errors.Add(e.path.steps(), &err)
}

func (e *evaluation) stop(n *ruleNode, i int, code codes.Code, detail string) bool {
	e.fail(n, i, code, detail)
	e.exhausted = true
	return false
}
