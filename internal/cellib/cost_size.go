package cellib

import (
	"math"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// The costs of a character of a string and of a regular expression.
const (
	perChar  = common.StringTraversalCostFactor
	perRegex = common.RegexStringLengthCostFactor
)

// costOne is the cost of a function that does not depend on the size of values.
var costOne = fixedCost(1)

var costOfParsing = costByLength(perChar)

func fixedCost(cost uint64) functionCost {
	estimate := &checker.CallEstimate{CostEstimate: checker.FixedCostEstimate(cost)}
	return functionCost{
		estimate: func(estimator, estimatedCall) *checker.CallEstimate { return estimate },
		actual:   func(actualCall) (uint64, bool) { return cost, true },
	}
}

// costByLength returns the cost of a function, not a method, that reads its first
// argument.
func costByLength(factor float64) functionCost {
	return functionCost{
		estimate: func(e estimator, c estimatedCall) *checker.CallEstimate {
			if len(c.args) == 0 {
				return nil
			}
			return estimated(e.size(c.args[0]).MultiplyByCostFactor(factor))
		},
		actual: actualByLength(factor),
	}
}

// actualByLength returns the actual cost of reading the first argument or the target.
func actualByLength(factor float64) func(actualCall) (uint64, bool) {
	return func(c actualCall) (uint64, bool) { return scaled(actualSize(c.args[0]), factor), true }
}

func estimated(cost checker.CostEstimate) *checker.CallEstimate {
	return &checker.CallEstimate{CostEstimate: cost}
}

// estimatedWithSize returns the estimate of a call that reads a string and
// returns one of the same length.
func estimatedWithSize(factor float64, s checker.SizeEstimate) *checker.CallEstimate {
	return &checker.CallEstimate{CostEstimate: s.MultiplyByCostFactor(factor), ResultSize: &s}
}

func scaled(n uint64, factor float64) uint64 { return uint64(math.Ceil(float64(n) * factor)) }

// actualSize returns the size of a value as the Kubernetes libraries see it, or 1 without
// a size. It differs from celSize for an optional value.
func actualSize(v ref.Val) uint64 {
	if s, ok := v.(traits.Sizer); ok {
		if n, ok := s.Size().(types.Int); ok {
			return uint64(n)
		}
	}
	return 1
}

// size returns the size that CEL has computed for the values of an expression, or else
// the SizeEstimator's, or else any size.
func (e estimator) size(node checker.AstNode) checker.SizeEstimate {
	if s := node.ComputedSize(); s != nil {
		return *s
	}
	if s := e.EstimateSize(node); s != nil {
		return *s
	}
	return checker.SizeEstimate{Max: math.MaxUint64}
}

type itemNode struct {
	path []string
	t    *types.Type
}

func (n *itemNode) Path() []string { return n.path }

func (n *itemNode) Type() *types.Type { return n.t }

func (n *itemNode) Expr() ast.Expr { return nil }

func (n *itemNode) ComputedSize() *checker.SizeEstimate { return nil }

// itemOf returns the node of the elements of a list, or nil for a type without
// parameters.
func itemOf(list checker.AstNode) *itemNode {
	params := list.Type().Parameters()
	if len(params) == 0 {
		return nil
	}
	n := &itemNode{t: params[0]}
	if path := list.Path(); path != nil {
		n.path = append(append(make([]string, 0, len(path)+1), path...), "@items")
	}
	return n
}
