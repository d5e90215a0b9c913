package cellib

import (
	"regexp"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// ProgramOptions returns the options with which a server makes a program of an
// expression, for cel.Env.Program. Tests compare a [Planner] with them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, Compile.
func ProgramOptions() []cel.ProgramOption {
	return []cel.ProgramOption{
		cel.EvalOptions(cel.OptOptimize, cel.OptTrackCost),
		cel.CostTrackerOptions(interpreter.PresenceTestHasCost(false)),
		cel.CostTracking(callCosts{}),
		cel.CostLimit(PerCallLimit),
		cel.OptimizeRegex(compiledOnce("find", findFirst), compiledOnce("findAll", findAll)),
	}
}

// compiledOnce returns an optimization that compiles the literal regular expressions of a
// function when the program is made.
//
// Rule: k8s.io/apiserver/pkg/cel/library, regex.go.
func compiledOnce(function string, find finder) *interpreter.RegexOptimization {
	return &interpreter.RegexOptimization{
		Function:   function,
		RegexIndex: 1,
		Factory: func(call interpreter.InterpretableCall, expr string) (interpreter.InterpretableCall, error) {
			re, err := regexp.Compile(expr)
			if err != nil {
				return nil, err
			}
			compiled := func(_ *regexp.Regexp, s string, limit int) ref.Val { return find(re, s, limit) }
			return interpreter.NewCall(call.ID(), call.Function(), call.OverloadID(), call.Args(), func(args ...ref.Val) ref.Val {
				return search(compiled, args...)
			}), nil
		},
	}
}

// callCosts are the actual costs of calls of the Kubernetes libraries.
//
// Rule: k8s.io/apiserver/pkg/cel/library, CostEstimator.CallCost.
type callCosts struct{}

func (callCosts) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	actual := functionCosts[function].actual
	if actual == nil {
		return nil
	}
	cost, ok := actual(actualCall{overload, args, result})
	if !ok {
		return nil
	}
	return &cost
}
