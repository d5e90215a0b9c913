package cellib

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// A Evaluator runs programs, one after the other. It has the variables self and
// oldSelf and counts what a program spends. Make one with [NewEvaluator] and use it
// again; it is not safe for concurrent use.
type Evaluator struct {
	// Self is the variable self.
	Self ref.Val
	// OldSelf is the variable oldSelf, or nil if there is no such variable.
	OldSelf ref.Val

	frame *interpreter.ExecutionFrame
	spent uint64
	slots []ref.Val // what the arguments of calls were
}

// NewEvaluator returns a machine without variables.
func NewEvaluator() *Evaluator { return &Evaluator{} }

// Begin makes the following programs stop when a context is cancelled. It is
// followed by [Evaluator.End].
func (m *Evaluator) Begin(ctx context.Context) error {
	frame, err := interpreter.NewExecutionFrame(m)
	if err != nil {
		return err
	}
	m.frame = frame
	if ctx.Done() != nil {
		return frame.SetContext(ctx, CheckFrequency)
	}
	return nil
}

// End forgets all values.
func (m *Evaluator) End() {
	if m.frame != nil {
		m.frame.Close()
	}
	m.frame, m.Self, m.OldSelf = nil, nil, nil
	if len(m.slots) > mostSlots {
		m.slots = nil
	}
	clear(m.slots)
}

// mostSlots are kept for the next program: few have more arguments of calls.
const mostSlots = 1024

// Run is the value of an expression and what it cost to get it, in units. An
// expression that fails costs what it has spent until then. [Interrupted] and
// [ErrCostLimit] tell two errors from all others.
func (m *Evaluator) Run(p *Program) (value ref.Val, cost uint64, err error) {
	m.spent = 0
	if len(m.slots) < p.slots {
		m.slots = make([]ref.Val, p.slots)
	}
	value, err = m.run(p)
	return value, m.spent, err
}

func (m *Evaluator) run(p *Program) (value ref.Val, err error) {
	defer func() {
		if r := recover(); r != nil {
			value, err = nil, failure(r)
		}
	}()
	value = p.root.Exec(m.frame)
	if wrong, failed := value.(*types.Err); failed {
		return nil, wrong
	}
	return value, nil
}

// failure is the error of an evaluation that panicked, which CEL does to stop at
// a limit, and when it cannot go on.
func failure(r any) error {
	if stopped, ok := r.(interpreter.EvalCancelledError); ok {
		return stopped
	}
	return fmt.Errorf("internal error: %v", r)
}

// charge adds to what is spent and stops the program beyond the limit.
func (m *Evaluator) charge(cost uint64) {
	m.spent += cost
	if m.spent > PerCallLimit {
		panic(ErrCostLimit)
	}
}

// ErrCostLimit is the error of a program that costs more than [PerCallLimit].
var ErrCostLimit error = interpreter.EvalCancelledError{
	Cause: interpreter.CostLimitExceeded, Message: "operation cancelled: actual cost limit exceeded",
}

// Interrupted tells whether a program ended because the context was cancelled.
func Interrupted(err error) bool { return errors.Is(err, interpreter.InterruptError{}) }

// ResolveName finds a variable.
func (m *Evaluator) ResolveName(name string) (any, bool) {
	switch name {
	case "self":
		return m.Self, true
	case "oldSelf":
		return m.OldSelf, m.OldSelf != nil
	default:
		return nil, false
	}
}

// Parent is nil: there are no other variables around these.
func (m *Evaluator) Parent() interpreter.Activation { return nil }

// evaluatorOf is the machine that runs a step, nil while a program is planned.
// Macros nest their variables around its own.
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
