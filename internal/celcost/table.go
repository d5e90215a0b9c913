package celcost

import (
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/internal/kubeversion"
)

// profile is the minor version whose costs apply.
const profile = kubeversion.Newest

// row is the cost of an overload or, if overload is empty, of the other overloads of a
// function since a minor version. A call whose overload is chosen at evaluation has the
// actual cost of the function.
type row struct {
	function, overload string
	since              int
	formula
}

type formula struct {
	estimate func(e *estimator, c *call) estimate
	actual   func(args []ref.Val, result ref.Val) uint64
}

// estimate is the cost of a call without its arguments, and what is known about the result.
type estimate struct {
	cost     Range
	size     *Range
	elements *elements
}

// ActualCost returns the cost of a call. The target of a method is the first argument.
type ActualCost func(args []ref.Val, result ref.Val) uint64

// OfCall returns the actual cost of the calls of an overload, empty if it is chosen at
// evaluation.
func OfCall(function, overload string) ActualCost { return costs.of(function, overload).actual }

type table struct{ overloads, functions map[string]formula }

var costs = tableOf(profile, rowsOfCEL, rowsOfKubernetes)

func tableOf(minor int, lists ...[]row) table {
	t := table{overloads: map[string]formula{}, functions: map[string]formula{}}
	for _, rows := range lists {
		for _, r := range rows {
			switch {
			case r.since > minor:
			case r.overload != "":
				t.overloads[r.overload] = r.formula
			default:
				t.functions[r.function] = r.formula
			}
		}
	}
	return t
}

func (t *table) of(function, overload string) formula {
	if f, ok := t.overloads[overload]; ok {
		return f
	}
	if f, ok := t.functions[function]; ok {
		return f
	}
	return one
}
