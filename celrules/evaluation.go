package celrules

import (
	"context"
	"slices"

	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/structural"
)

// evaluation goes through one object. It is used again for others.
type evaluation struct {
	*evaluated
	ctx     context.Context
	rules   *Rules
	machine *cellib.Machine
	memory  memory
	trail   trail
	keys    []string // of the maps around the current value, in order
}

// evaluated is what has come of it.
type evaluated struct {
	errors, ratcheted report
	spent, left       int64 // of the budget
	exhausted         bool
	failed            error // why there is no verdict
}

func (e *evaluation) run(ctx context.Context, r *Rules, in Input) (Result, error) {
	out := evaluated{left: in.Budget}
	if in.Budget == 0 {
		out.left = ObjectBudget
	}
	e.evaluated, e.ctx, e.rules = &out, ctx, r
	defer e.end()
	e.trail.begin(r.schema, in)
	err := e.machine.Begin(ctx)
	if err == nil {
		e.node(r.root(), in.Object, in.Old)
		err = out.failed
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Errors: out.errors.sorted(), Ratcheted: out.ratcheted.sorted(), Cost: out.spent, Exhausted: out.exhausted}, nil
}

// end forgets about the object.
func (e *evaluation) end() {
	e.machine.End()
	e.memory.clear()
	e.trail.end()
	e.keys = scratch(e.keys)
	e.evaluated, e.ctx, e.rules = nil, nil, nil
}

// mostScratch is the longest slice that is kept for the next object.
const mostScratch = 4096

// scratch is an empty slice, to be used again unless it has become very large.
func scratch[T any](used []T) []T {
	if cap(used) > mostScratch {
		return nil
	}
	return used[:0]
}

// node evaluates the rules of a node and all below it. It is false if there is
// nothing more to be evaluated at all.
func (e *evaluation) node(n *node, v, old any) bool {
	if n == nil || v == nil {
		return true
	}
	return e.ownRules(n, v, present(old)) && e.branches(n, v, old) && e.below(n, v, old)
}

// present is nil for what stands for nothing.
func present(v any) any {
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

// branches evaluates the rules in allOf, whose errors count as those of a part
// without old value.
func (e *evaluation) branches(n *node, v, old any) bool {
	for _, branch := range n.allOf {
		e.trail.enterBranch()
		more := e.node(branch, v, old)
		e.trail.leave()
		if !more {
			return false
		}
	}
	return true
}

func (e *evaluation) below(n *node, v, old any) bool {
	switch v := v.(type) {
	case map[string]any:
		old, _ := old.(map[string]any)
		if !mapIsCorrelatable(n.schema) {
			old = nil
		}
		return e.values(n, v, old) && e.fields(n, v, old)
	case []any:
		return e.elements(n, v, old)
	default:
		return true
	}
}

// values evaluates the rules of the values of a map, in byte order of the keys.
func (e *evaluation) values(n *node, v, old map[string]any) bool {
	if n.additional == nil {
		return true
	}
	from := len(e.keys)
	defer func() {
		clear(e.keys[from:])
		e.keys = e.keys[:from]
	}()
	for key := range v {
		e.keys = append(e.keys, key)
	}
	slices.Sort(e.keys[from:])
	for i := range len(v) {
		key := e.keys[from+i]
		if !e.part(structural.Key(key), n.additional, v[key], old[key]) {
			return false
		}
	}
	return true
}

// fields evaluates the rules of properties, in byte order.
func (e *evaluation) fields(n *node, v, old map[string]any) bool {
	for i := range n.properties {
		p := &n.properties[i]
		if field := v[p.name]; field != nil && !e.part(structural.Field(p.name), p.node, field, old[p.name]) {
			return false
		}
	}
	return true
}

// elements evaluates the rules of the elements of a list. Only those of a list of
// type map have old values.
func (e *evaluation) elements(n *node, v []any, old any) bool {
	if n.items == nil {
		return true
	}
	var before *correlate.Keyed
	if list, ok := old.([]any); ok && len(list) > 0 {
		before = correlate.NewKeyed(n.schema, list)
	}
	for i, element := range v {
		var was any
		if before != nil {
			was, _ = before.Find(element)
		}
		if !e.part(structural.Index(i), n.items, element, was) {
			return false
		}
	}
	return true
}

func (e *evaluation) part(step structural.Step, n *node, v, old any) bool {
	e.trail.enter(step)
	more := e.node(n, v, old)
	e.trail.leave()
	return more
}

// see makes the value that rules call self or oldSelf.
func (e *evaluation) see(n *node, v any) ref.Val {
	if fields, ok := v.(map[string]any); ok && n.role == resourceRole && n.schema.Type() == structural.Object && !n.schema.IntOrString() {
		return e.memory.record(fields, n.schema, n.completes)
	}
	return e.memory.value(v, n.schema)
}
