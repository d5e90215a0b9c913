package celrules

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/celvalue"
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

type evaluation struct {
	*evaluationState
	work      *work.Tracker
	rules     *Rules
	evaluator *cellib.Evaluator
	values    celvalue.Arena
	path      valuePath
	observe   func(Evaluation)
	keys      []string // of the maps around the current value, in byte order
}

type evaluationState struct {
	errors, ratcheted errlist.List
	cost              int64
	budget            int64 // remaining
	exhausted         bool
}

func (e *evaluation) run(ctx context.Context, r *Rules, in Input) (Result, error) {
	out := evaluationState{budget: in.Budget}
	if in.Budget == 0 {
		out.budget = ObjectBudget
	}
	w := work.Start(ctx, "evaluating rules")
	e.evaluationState, e.work, e.rules, e.values.Work = &out, w, r, w
	e.evaluator.Limit = uint64(max(cmp.Or(in.CallLimit, CallLimit), 0))
	defer e.reset()
	e.path.begin(e.work, r.schema, in)
	e.observe = in.Observe
	if err := e.evaluator.Begin(w); err != nil {
		return Result{}, err
	}
	e.node(r.root(), in.Object, in.Old)
	if err := w.Err(); err != nil {
		return Result{}, err
	}
	return Result{Errors: out.errors.Errors(), Ratcheted: out.ratcheted.Errors(), Cost: out.cost, Exhausted: out.exhausted}, nil
}

func (e *evaluation) reset() {
	e.evaluator.End()
	e.values.Reset()
	e.path.reset()
	e.keys, e.observe = reusable(e.keys), nil
	e.evaluationState, e.work, e.rules, e.values.Work = nil, nil, nil, nil
}

const maxReusable = 4096

func reusable[T any](used []T) []T {
	if cap(used) > maxReusable {
		return nil
	}
	return used[:0]
}

// node evaluates the rules of a node and of the nodes inside it. Like all methods that
// evaluate rules, it reports false if the evaluation ended.
func (e *evaluation) node(n *ruleNode, v, old any) bool {
	if n == nil || v == nil {
		return true
	}
	if !e.work.Step(1) {
		return false
	}
	return e.ownRules(n, v, nonNil(old)) && e.allOf(n, v, old) && e.children(n, v, old)
}

func nonNil(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return nil
		}
	case []any:
		if v == nil {
			return nil
		}
	}
	return v
}

// allOf evaluates the rules in allOf. Their errors are tolerated like errors of a part
// without an old value.
func (e *evaluation) allOf(n *ruleNode, v, old any) bool {
	for _, branch := range n.allOf {
		e.path.enterBranch(branch.index)
		more := e.node(branch.node, v, old)
		e.path.leave()
		if !more {
			return false
		}
	}
	return true
}

func (e *evaluation) children(n *ruleNode, v, old any) bool {
	switch v := v.(type) {
	case map[string]any:
		old, _ := old.(map[string]any)
		if !mapIsCorrelatable(n.schema) {
			old = nil
		}
		return e.mapValues(n, v, old) && e.properties(n, v, old)
	case []any:
		return e.elements(n, v, old)
	default:
		return true
	}
}

func (e *evaluation) mapValues(n *ruleNode, v, old map[string]any) bool {
	if n.additional == nil {
		return true
	}
	from := len(e.keys)
	defer func() {
		clear(e.keys[from:])
		e.keys = e.keys[:from]
	}()
	if !e.work.Step(len(v)) {
		return false
	}
	for key := range v {
		e.keys = append(e.keys, key)
	}
	slices.Sort(e.keys[from:])
	for i := range len(v) {
		key := e.keys[from+i]
		if !e.child(structural.Key(key), n.additional, v[key], old[key]) {
			return false
		}
	}
	return true
}

func (e *evaluation) properties(n *ruleNode, v, old map[string]any) bool {
	for i := range n.properties {
		p := &n.properties[i]
		if value := v[p.name]; value != nil && !e.child(structural.Field(p.name), p.node, value, old[p.name]) {
			return false
		}
	}
	return true
}

// elements evaluates the rules of the elements of a list. Only lists of type map have old
// ones.
func (e *evaluation) elements(n *ruleNode, v []any, old any) bool {
	if n.items == nil {
		return true
	}
	var oldElements *correlate.Keyed
	if list, ok := old.([]any); ok && len(list) > 0 {
		oldElements = correlate.NewKeyed(e.work, n.schema, list)
	}
	for i, element := range v {
		var oldElement any
		if oldElements != nil {
			oldElement, _ = oldElements.Find(element)
		}
		if !e.child(structural.Index(i), n.items, element, oldElement) {
			return false
		}
	}
	return true
}

func (e *evaluation) child(step field.Step, n *ruleNode, v, old any) bool {
	e.path.enter(step)
	more := e.node(n, v, old)
	e.path.leave()
	e.work.In(step)
	return more
}

func (e *evaluation) celValue(n *ruleNode, v any) ref.Val {
	if fields, ok := v.(map[string]any); ok && n.role == celtype.Resource && n.schema.Type() == structural.Object && !n.schema.IntOrString() {
		return e.values.Resource(fields, n.schema, n.extended)
	}
	return e.values.Value(v, n.schema)
}
