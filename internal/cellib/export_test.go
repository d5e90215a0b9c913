package cellib

import (
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
	}
}

// callCosts are the actual costs of calls of the Kubernetes libraries.
//
// Rule: k8s.io/apiserver/pkg/cel/library, CostEstimator.CallCost.
type callCosts struct{}

// CallCost implements interpreter.ActualCostEstimator.
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
