package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/interpreter"
)

// The limits of one evaluation.
//
// Rule: k8s.io/apiserver/pkg/apis/cel.
const (
	// PerCallLimit is the most that one evaluation may cost.
	PerCallLimit = 1_000_000
	// CheckFrequency is how many elements a macro visits before it looks whether
	// the context is cancelled.
	CheckFrequency = 100
)

// ProgramOptions are the options with which a server makes a program of an
// expression, for cel.Env.Program: literals are computed once, what is spent is
// counted and limited, and evaluation can be cancelled. A [Planner] makes programs
// that do and cost the same, which tests hold against these.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, Compile.
func ProgramOptions() []cel.ProgramOption {
	return []cel.ProgramOption{
		cel.EvalOptions(cel.OptOptimize, cel.OptTrackCost),
		cel.CostTrackerOptions(interpreter.PresenceTestHasCost(false)),
		cel.CostTracking(actual{}),
		cel.CostLimit(PerCallLimit),
		cel.InterruptCheckFrequency(CheckFrequency),
	}
}
