package cellib

import (
	"github.com/google/cel-go/common/functions"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// ownFunction is an implementation that counts its steps. It returns nil to leave other
// types and errors to CEL.
type ownFunction func(e *Evaluator, args []ref.Val) ref.Val

type ownCall struct {
	interpreter.InterpretableCall
	args []interpreter.InterpretableV2
	own  ownFunction
	// otherwise is CEL's implementation. stops is set if an error in one argument keeps
	// the next one from being computed.
	otherwise functions.FunctionOp
	trait     int
	stops     bool
}

func (p *Planner) replaceOwn(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	c, ok := step.(interpreter.InterpretableCall)
	if !ok {
		return step, nil
	}
	own, args := ownFunctions[c.Function()], c.Args()
	if own == nil || len(args) < 2 || addsOther(c) {
		return step, nil
	}
	if _, replaced := step.(*ownCall); replaced { // with a literal regular expression
		return step, nil
	}
	overload, found := p.dispatcher.FindOverload(c.OverloadID())
	if !found {
		if overload, found = p.dispatcher.FindOverload(c.Function()); !found {
			return step, nil
		}
	}
	call := &ownCall{InterpretableCall: c, args: args, own: own, trait: overload.OperandTrait}
	switch {
	case overload.NonStrict:
		return step, nil
	case len(args) == 2 && overload.Binary != nil:
		call.otherwise = func(args ...ref.Val) ref.Val { return overload.Binary(args[0], args[1]) }
	case overload.Function != nil:
		call.otherwise, call.stops = overload.Function, true
	default:
		return step, nil
	}
	return call, nil
}

// addsOther reports whether a call adds values other than bytes.
func addsOther(c interpreter.InterpretableCall) bool {
	return c.Function() == operators.Add && c.OverloadID() != "" && c.OverloadID() != overloads.AddBytes
}

func (c *ownCall) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	var few [4]ref.Val
	values := few[:0]
	var failed ref.Val
	for _, arg := range c.args {
		v := arg.Exec(frame)
		if failed == nil && types.IsUnknownOrError(v) {
			if failed = v; c.stops {
				return failed
			}
		}
		values = append(values, v)
	}
	if failed != nil {
		return failed
	}
	return c.call(evaluatorOf(frame), values)
}

// call calls the function as the interpreter does.
//
// Rule: github.com/google/cel-go/interpreter, evalBinary and evalVarArgs.
func (c *ownCall) call(e *Evaluator, values []ref.Val) ref.Val {
	if e != nil {
		if v := c.own(e, values); v != nil {
			return v
		}
	}
	t := values[0].Type()
	switch {
	case c.trait == 0 || t.HasTrait(c.trait):
		return types.LabelErrNode(c.ID(), c.otherwise(values...))
	case t.HasTrait(traits.ReceiverType):
		return types.LabelErrNode(c.ID(), values[0].(traits.Receiver).Receive(c.Function(), c.OverloadID(), values[1:]))
	case c.stops:
		return types.NewErrWithNodeID(c.ID(), "no such overload: %s %d", c.Function(), c.ID())
	default:
		return types.NewErrWithNodeID(c.ID(), "no such overload: %s", c.Function())
	}
}

func (c *ownCall) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

func texts(args []ref.Val, n int) (out [3]string, number int64, ok bool) {
	if len(args) < n || len(args) > n+1 {
		return out, 0, false
	}
	for i := range n {
		s, ok := args[i].(types.String)
		if !ok {
			return out, 0, false
		}
		out[i] = string(s)
	}
	if len(args) == n {
		return out, 0, true
	}
	i, ok := args[n].(types.Int)
	return out, int64(i), ok
}
