package cellib

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/seed95800270/crdschema/internal/celcost"
)

// costTracker wraps the steps of a program so that they charge their cost to the
// [Evaluator].
//
// A call is charged by its arguments, and only if all of them were computed. Each
// argument has an index in a list of the evaluator; nil means not computed.
//
// Rule: github.com/google/cel-go/interpreter, CostObserver.
type costTracker struct {
	args       int
	presence   map[int64]bool // by the ID of the expression
	dispatcher interpreter.Dispatcher
}

type trackedStep interface {
	interpreter.InterpretableV2
	recordAs(recorder)
}

// track wraps a step. The planner calls it for children first.
func (t *costTracker) track(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	switch s := step.(type) {
	case trackedStep:
		return s, nil
	case interpreter.InterpretableAttribute:
		variable, _ := s.Attr().(*variable)
		return &attributeStep{InterpretableAttribute: s, cost: t.attributeCost(s), variable: variable, presence: t.presence[s.ID()]}, nil
	case interpreter.InterpretableConst:
		return &constantStep{InterpretableConst: s}, nil
	case interpreter.InterpretableConstructor:
		return &fixedCostStep{InterpretableV2: s, cost: constructorCost(s.Type())}, nil
	case interpreter.InterpretableCall:
		return t.call(s), nil
	default:
		return &fixedCostStep{InterpretableV2: s}, nil
	}
}

// attributeCost returns the cost of reading a variable, less the cost of a presence test.
// A conditional is free, but its presence test is subtracted nevertheless.
func (t *costTracker) attributeCost(a interpreter.InterpretableAttribute) (cost uint64) {
	if _, ok := a.Attr().(*conditionalAttribute); !ok {
		cost = celcost.Select
	}
	if t.presence[a.ID()] {
		cost -= celcost.Select
	}
	return cost
}

func constructorCost(t ref.Type) uint64 {
	switch t {
	case types.ListType:
		return celcost.NewList
	case types.MapType:
		return celcost.NewMap
	default:
		return celcost.NewObject
	}
}

func (t *costTracker) call(c interpreter.InterpretableCall) *callStep {
	args := c.Args()
	function, overload := c.Function(), c.OverloadID()
	step := &callStep{
		InterpretableCall: c, firstArg: t.args, endArg: t.args + len(args),
		cost: celcost.OfCall(function, overload), bytesPerStep: bytesPerStepOf(function),
		watching: watchedFunctions[function], extra: extraSteps(function),
		both: t.evaluatesBoth(c), orders: ordering[function],
	}
	step.early = earlyCost(function, overload, step.cost)
	t.args = step.endArg
	for i, arg := range args {
		if a, ok := arg.(trackedStep); ok {
			a.recordAs(recorder{call: step, arg: step.firstArg + i})
		}
	}
	return step
}

type recorder struct {
	call *callStep // nil: the step is not an argument
	arg  int
}

func (r *recorder) recordAs(as recorder) { *r = as }

func (r *recorder) record(e *Evaluator, v ref.Val) ref.Val {
	if r.call == nil {
		return v
	}
	if r.call.watching != notWatched {
		v = e.watched(v, r.call.watching == watchBytes)
	}
	e.args[r.arg] = v
	if r.arg == r.call.endArg-1 {
		r.call.before(e)
	}
	return v
}

type fixedCostStep struct {
	interpreter.InterpretableV2
	recorder
	cost uint64
}

func (s *fixedCostStep) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := s.InterpretableV2.Exec(frame)
	if e := evaluatorOf(frame); e != nil {
		e.charge(s.cost)
		v = s.record(e, v)
	}
	return v
}

func (s *fixedCostStep) Eval(vars interpreter.Activation) ref.Val {
	return s.Exec(interpreter.AsFrame(vars))
}

type constantStep struct {
	interpreter.InterpretableConst
	recorder
}

func (s *constantStep) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := s.Value()
	if s.call != nil {
		if e := evaluatorOf(frame); e != nil {
			v = s.record(e, v)
		}
	}
	return v
}

func (s *constantStep) Eval(vars interpreter.Activation) ref.Val {
	return s.Exec(interpreter.AsFrame(vars))
}

type callStep struct {
	interpreter.InterpretableCall
	recorder
	firstArg, endArg int
	cost             celcost.ActualCost
	bytesPerStep     int
	watching         watching
	early            func(e *Evaluator, args []ref.Val) uint64 // see earlyCost, or nil
	extra            func(e *Evaluator, args []ref.Val)        // see extraSteps, or nil
	both             bool                                      // see evaluatesBoth
	orders           bool                                      // see ordering
}

func (s *callStep) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	e := evaluatorOf(frame)
	if e == nil {
		return s.InterpretableCall.Exec(frame)
	}
	args := e.args[s.firstArg:s.endArg]
	clear(args)
	v := s.InterpretableCall.Exec(frame)
	if s.both && args[1] == nil && args[0] != nil {
		s.Args()[1].Exec(frame)
	}
	switch {
	case s.orders:
		v = s.ordered(args, v)
	case s.watching != notWatched:
		v = unwatched(s.Function(), v)
	}
	if allComputed(args) {
		e.charge(s.cost(args, v))
	}
	return s.record(e, v)
}

func (s *callStep) Eval(vars interpreter.Activation) ref.Val {
	return s.Exec(interpreter.AsFrame(vars))
}

func allComputed(args []ref.Val) bool {
	for _, arg := range args {
		if arg == nil {
			return false
		}
	}
	return true
}

type attributeFactory struct{ interpreter.AttributeFactory }

func (f attributeFactory) ConditionalAttribute(id int64, condition interpreter.Interpretable, yes, no interpreter.Attribute) interpreter.Attribute {
	return &conditionalAttribute{f.AttributeFactory.ConditionalAttribute(id, condition, yes, no)}
}

// conditionalAttribute is an attribute with two alternatives, as in (a ? b : c).d.
type conditionalAttribute struct{ interpreter.Attribute }

func (a *conditionalAttribute) AddQualifier(q interpreter.Qualifier) (interpreter.Attribute, error) {
	_, err := a.Attribute.AddQualifier(q)
	return a, err
}

// attributeStep is a variable or the result of a call, with qualifiers: fields, keys,
// indices. Each qualifier has its own cost.
type attributeStep struct {
	interpreter.InterpretableAttribute
	recorder
	cost     uint64
	variable *variable // or nil
	presence bool      // a presence test
}

func (s *attributeStep) AddQualifier(q interpreter.Qualifier) (interpreter.Attribute, error) {
	if constant, ok := q.(interpreter.ConstantQualifier); ok {
		q = &constantQualifier{constant}
	} else {
		q = &computedQualifier{q}
	}
	_, err := s.InterpretableAttribute.AddQualifier(q)
	return s, err
}

func (s *attributeStep) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	e := evaluatorOf(frame)
	if e == nil {
		return s.InterpretableAttribute.Exec(frame)
	}
	v := s.read(e, frame)
	e.charge(s.cost)
	return s.record(e, v)
}

func (s *attributeStep) read(e *Evaluator, frame *interpreter.ExecutionFrame) ref.Val {
	if s.variable != nil {
		if v, ok := s.variable.find(frame, s.presence); ok {
			s.variable.chargeFields(e)
			return v
		}
	}
	return s.InterpretableAttribute.Exec(frame)
}

func (s *attributeStep) Eval(vars interpreter.Activation) ref.Val {
	return s.Exec(interpreter.AsFrame(vars))
}

type computedQualifier struct{ interpreter.Qualifier }

func (q *computedQualifier) Qualify(vars interpreter.Activation, obj any) (any, error) {
	v, err := q.Qualifier.Qualify(vars, obj)
	chargeQualifier(vars)
	return v, err
}

func (q *computedQualifier) QualifyIfPresent(vars interpreter.Activation, obj any, presenceOnly bool) (any, bool, error) {
	v, present, err := q.Qualifier.QualifyIfPresent(vars, obj, presenceOnly)
	if present || presenceOnly {
		chargeQualifier(vars)
	}
	return v, present, err
}

type constantQualifier struct{ interpreter.ConstantQualifier }

func (q *constantQualifier) Qualify(vars interpreter.Activation, obj any) (any, error) {
	v, err := q.ConstantQualifier.Qualify(vars, obj)
	chargeQualifier(vars)
	return v, err
}

func (q *constantQualifier) QualifyIfPresent(vars interpreter.Activation, obj any, presenceOnly bool) (any, bool, error) {
	v, present, err := q.ConstantQualifier.QualifyIfPresent(vars, obj, presenceOnly)
	if present || presenceOnly {
		chargeQualifier(vars)
	}
	return v, present, err
}

func chargeQualifier(vars interpreter.Activation) {
	if e := evaluatorOf(vars); e != nil {
		e.charge(celcost.Select)
	}
}
