package cellib

import (
	"fmt"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/seed95800270/crdschema/internal/work"
)

// PerCallLimit is the server's maximal cost of one evaluation.
//
// Rule: k8s.io/apiserver/pkg/apis/cel.
const PerCallLimit = 1_000_000

// An Evaluator evaluates programs one after the other, and computes their actual cost. It
// is not safe for concurrent use.
type Evaluator struct {
	// Self is the variable self.
	Self ref.Val
	// OldSelf is the variable oldSelf, or nil if it is not declared.
	OldSelf ref.Val
	// Variables are further variables, or nil. They must not change between Begin and End.
	Variables interpreter.Activation
	// Limit is the maximal cost of one program.
	Limit uint64

	frame *interpreter.ExecutionFrame
	work  *work.Tracker
	cost  uint64
	args  []ref.Val // the arguments of calls; see costTracker
}

// NewEvaluator returns an evaluator without variables, limited to [PerCallLimit].
func NewEvaluator() *Evaluator { return &Evaluator{Limit: PerCallLimit} }

// Begin prepares the evaluator to run programs until w ends the call. Values should count
// their steps with w. Call [Evaluator.End] afterwards.
func (e *Evaluator) Begin(w *work.Tracker) error {
	var vars interpreter.Activation = e
	if e.Variables != nil {
		vars = interpreter.NewHierarchicalActivation(e, e.Variables)
	}
	frame, err := interpreter.NewExecutionFrame(vars)
	if err != nil {
		return err
	}
	e.frame, e.work = frame, w
	return nil
}

// End clears all values.
func (e *Evaluator) End() {
	if e.frame != nil {
		e.frame.Close()
	}
	e.frame, e.work, e.Self, e.OldSelf, e.Variables = nil, nil, nil, nil, nil
	if len(e.args) > maxArgsKept {
		e.args = nil
	}
	clear(e.args)
}

const maxArgsKept = 1024

// Run returns the value of an expression and its actual cost, even if it fails. It returns
// [ErrCostLimit] at the limit. Value and cost are not valid if the tracker has failed.
func (e *Evaluator) Run(p *Program) (value ref.Val, cost uint64, err error) {
	e.cost = 0
	if len(e.args) < p.args {
		e.args = make([]ref.Val, p.args)
	}
	value, err = e.run(p)
	return value, e.cost, err
}

func (e *Evaluator) run(p *Program) (value ref.Val, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = nil, recoveredError(r)
		}
	}()
	value = p.root.Exec(e.frame)
	if failure, ok := value.(*types.Err); ok {
		return nil, failure
	}
	return value, nil
}

// recoveredError returns the error of a panic. CEL panics at a limit, and on internal
// errors.
func recoveredError(r any) error {
	if cancelled, ok := r.(interpreter.EvalCancelledError); ok {
		return cancelled
	}
	return fmt.Errorf("internal error: %v", r)
}

func (e *Evaluator) charge(cost uint64) {
	e.cost += cost
	if e.cost > e.Limit {
		panic(ErrCostLimit)
	}
	e.step(1)
}

func (e *Evaluator) step(n int) {
	if !e.work.Step(n) {
		panic(errEnded)
	}
}

var errEnded error = interpreter.EvalCancelledError{
	Cause: interpreter.ContextCancelled, Message: "operation cancelled",
}

// ErrCostLimit is the error of a program that exceeds its evaluator's limit.
var ErrCostLimit error = interpreter.EvalCancelledError{
	Cause: interpreter.CostLimitExceeded, Message: "operation cancelled: actual cost limit exceeded",
}

// ResolveName implements interpreter.Activation.
func (e *Evaluator) ResolveName(name string) (any, bool) {
	switch name {
	case "self":
		return e.Self, true
	case "oldSelf":
		return e.OldSelf, e.OldSelf != nil
	default:
		return nil, false
	}
}

// Parent implements interpreter.Activation.
func (e *Evaluator) Parent() interpreter.Activation { return nil }

// evaluatorOf returns the evaluator of a step, or nil while a program is planned. Macros
// nest their variables inside the evaluator's.
func evaluatorOf(vars interpreter.Activation) *Evaluator {
	for vars != nil {
		switch v := vars.(type) {
		case *Evaluator:
			return v
		case *interpreter.ExecutionFrame:
			vars = v.Activation
		default:
			vars = v.Parent()
		}
	}
	return nil
}
