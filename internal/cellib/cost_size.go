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

// The cost of a character of a string, and of one of a regular expression.
const (
	perChar  = common.StringTraversalCostFactor
	perRegex = common.RegexStringLengthCostFactor
)

// flat is the same price for every call.
func flat(cost uint64) price {
	estimate := &checker.CallEstimate{CostEstimate: checker.FixedCostEstimate(cost)}
	return price{
		estimate: func(estimator, estimatedCall) *checker.CallEstimate { return estimate },
		actual:   func(actualCall) *uint64 { return &cost },
	}
}

// byLength is the price of a function, not a method, that reads its first
// argument.
func byLength(factor float64) price {
	return price{
		estimate: func(e estimator, c estimatedCall) *checker.CallEstimate {
			if len(c.args) == 0 {
				return nil
			}
			return costs(e.size(c.args[0]).MultiplyByCostFactor(factor))
		},
		actual: priceOfLength(factor),
	}
}

// priceOfLength is for everything that reads its first argument or target.
func priceOfLength(factor float64) func(actualCall) *uint64 {
	return func(c actualCall) *uint64 { return chars(size(c.args[0]), factor) }
}

func costs(cost checker.CostEstimate) *checker.CallEstimate {
	return &checker.CallEstimate{CostEstimate: cost}
}

// chars is n characters, rounded up.
func chars(n uint64, factor float64) *uint64 {
	cost := uint64(math.Ceil(float64(n) * factor))
	return &cost
}

// size of a value is 1 if it has none.
func size(v ref.Val) uint64 {
	if s, ok := v.(traits.Sizer); ok {
		if n, ok := s.Size().(types.Int); ok {
			return uint64(n)
		}
	}
	return 1
}

// size of what an expression can be: known to CEL, or to whoever knows the
// variables, or anything.
func (e estimator) size(node checker.AstNode) checker.SizeEstimate {
	if s := node.ComputedSize(); s != nil {
		return *s
	}
	if s := e.EstimateSize(node); s != nil {
		return *s
	}
	return checker.SizeEstimate{Max: math.MaxUint64}
}

// element stands for the elements of a list.
type element struct {
	path []string
	t    *types.Type
}

// Path implements checker.AstNode.
func (n *element) Path() []string { return n.path }

// Type implements checker.AstNode.
func (n *element) Type() *types.Type { return n.t }

// Expr implements checker.AstNode.
func (n *element) Expr() ast.Expr { return nil }

// ComputedSize implements checker.AstNode.
func (n *element) ComputedSize() *checker.SizeEstimate { return nil }

// elementOf is nil for what has no type parameter, which is no list.
func elementOf(list checker.AstNode) *element {
	params := list.Type().Parameters()
	if len(params) == 0 {
		return nil
	}
	n := &element{t: params[0]}
	if path := list.Path(); path != nil {
		n.path = append(append(make([]string, 0, len(path)+1), path...), "@items")
	}
	return n
}

// sized reads a string and makes something as long as that.
func sized(factor float64, s checker.SizeEstimate) *checker.CallEstimate {
	return &checker.CallEstimate{CostEstimate: s.MultiplyByCostFactor(factor), ResultSize: &s}
}
