package cellib

import (
	"math"

	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/interpreter"
)

// The steps of cel-go v0.29.2, which the server runs, where a newer cel-go differs.

// evaluatesBoth reports whether a call evaluates its second operand, for its cost, even if the
// first one failed. Since v0.30 cel-go does not.
//
// Rule: github.com/google/cel-go v0.29.2, interpreter, evalEq, evalNe and evalBinary.
func (t *costTracker) evaluatesBoth(c interpreter.InterpretableCall) bool {
	if _, own := c.(*ownCall); own || len(c.Args()) != 2 {
		return false
	}
	if c.Function() == operators.Equals || c.Function() == operators.NotEquals {
		return true
	}
	overload, found := t.dispatcher.FindOverload(c.OverloadID())
	if !found {
		overload, found = t.dispatcher.FindOverload(c.Function())
	}
	return !found || overload.Binary != nil
}

// ordering are the functions that fail for NaN. Since v0.30 cel-go returns false.
var ordering = map[string]bool{
	operators.Less: true, operators.LessEquals: true, operators.Greater: true, operators.GreaterEquals: true,
}

func (s *callStep) ordered(args []ref.Val, v ref.Val) ref.Val {
	if v != types.False || !isNaN(args[0]) && !isNaN(args[1]) {
		return v
	}
	a, ok := args[0].(traits.Comparer)
	if !ok {
		return v
	}
	if err, failed := a.Compare(args[1]).(*types.Err); failed {
		return types.LabelErrNode(s.ID(), err)
	}
	return v
}

func isNaN(v ref.Val) bool {
	d, ok := v.(types.Double)
	return ok && math.IsNaN(float64(d))
}
