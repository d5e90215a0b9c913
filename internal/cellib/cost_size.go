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

const (
	perChar  = common.StringTraversalCostFactor
	perRegex = common.RegexStringLengthCostFactor
)

var costOne = fixedCost(1)

var costOfParsing = costByLength(perChar)

func fixedCost(cost uint64) functionCost {
	estimate := &checker.CallEstimate{CostEstimate: checker.FixedCostEstimate(cost)}
	return functionCost{
		estimate: func(estimator, estimatedCall) *checker.CallEstimate { return estimate },
		actual:   func(actualCall) (uint64, bool) { return cost, true },
	}
}

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

func actualByLength(factor float64) func(actualCall) (uint64, bool) {
	return func(c actualCall) (uint64, bool) { return scaled(actualSize(c.args[0]), factor), true }
}

func estimated(cost checker.CostEstimate) *checker.CallEstimate {
	return &checker.CallEstimate{CostEstimate: cost}
}

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
