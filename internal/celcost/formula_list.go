package celcost

import (
	"math"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

var concatenation = formula{
	estimate: func(e *estimator, c *call) estimate {
		joined := concatenated(e, c)
		joined.cost = joined.size.scaled(perChar)
		return joined
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 {
		return Scale(Size(args[0])+Size(args[1]), perChar)
	},
}

// listConcatenation does not copy the lists.
var listConcatenation = formula{actual: one.actual, estimate: func(e *estimator, c *call) estimate {
	joined := concatenated(e, c)
	joined.cost = exactly(1)
	return joined
}}

func concatenated(e *estimator, c *call) estimate {
	a, b := c.operands[0], c.operands[1]
	size := a.sizeOrAny().plus(b.sizeOrAny())
	return estimate{size: &size, elements: e.elementsOf(a.expr).union(e.elementsOf(b.expr))}
}

func sets(factor float64) formula {
	return formula{
		estimate: func(e *estimator, c *call) estimate {
			pairs := e.sizeOf(c.operands[0]).times(e.sizeOf(c.operands[1]))
			return estimate{cost: pairs.scaled(factor).plus(exactly(1))}
		},
		actual: func(args []ref.Val, _ ref.Val) uint64 {
			return 1 + uint64(float64(librarySize(args[0])*librarySize(args[1]))*factor)
		},
	}
}

// The functions that make a list.
var (
	slicing = formula{actual: bySizeOfResult, estimate: func(e *estimator, c *call) estimate {
		from := naturalLiteral(c.operands[1].expr, 0)
		to := naturalLiteral(c.operands[2].expr, e.sizeOf(c.operands[0]).Max)
		return listEstimate(1, exactly(to-from))
	}}
	counting = formula{actual: bySizeOfResult, estimate: func(_ *estimator, c *call) estimate {
		return listEstimate(1, exactly(naturalLiteral(c.operands[0].expr, math.MaxUint)))
	}}
	reversing = formula{actual: bySizeOfResult, estimate: func(e *estimator, c *call) estimate {
		return listEstimate(1, e.sizeOf(c.operands[0]))
	}}
	flattening = formula{actual: byDepth, estimate: func(e *estimator, c *call) estimate {
		depth := uint64(1)
		if len(c.operands) > 1 {
			depth = naturalLiteral(c.operands[1].expr, math.MaxUint)
		}
		return listEstimate(float64(depth), e.sizeOf(c.operands[0]))
	}}
)

// pairwise compares each element of an operand with each.
func pairwise(operand int, factor float64) formula {
	return formula{
		estimate: func(e *estimator, c *call) estimate {
			size := e.sizeOf(c.operands[operand])
			return listEstimate(factor, size.times(size))
		},
		actual: func(args []ref.Val, _ ref.Val) uint64 { return ofPairs(viewed(args[operand]).(traits.Lister)) },
	}
}

func listEstimate(factor float64, size Range) estimate {
	return estimate{cost: size.scaled(factor).plus(exactly(1 + NewList)), size: &size}
}

func bySizeOfResult(_ []ref.Val, result ref.Val) uint64 { return OfNewList(librarySize(result)) }

// OfNewList returns the actual cost of a call that makes a list of n elements.
func OfNewList(n uint64) uint64 { return listCost(1, n) }

func byDepth(args []ref.Val, _ ref.Val) uint64 {
	depth := 1.0
	if len(args) == 2 {
		depth = float64(viewed(args[1]).(types.Int))
	}
	return listCost(depth, librarySize(args[0]))
}

func ofPairs(list traits.Lister) uint64 {
	n, factor := librarySize(list), 2.0
	if n > 0 {
		if t := list.Get(types.IntZero).Type(); t == types.StringType || t == types.BytesType {
			factor += perChar
		}
	}
	return listCost(factor, Mul(n, n))
}

func listCost(factor float64, size uint64) uint64 {
	if factor < 0 {
		factor = 1
	}
	return Add(uint64(float64(size)*factor), 1+NewList)
}

// naturalLiteral returns the value of a literal integer, at least 0, or otherwise.
func naturalLiteral(e ast.Expr, otherwise uint64) uint64 {
	n, ok := literalInt(e)
	if !ok {
		return otherwise
	}
	return uint64(max(n, 0))
}

func literalInt(e ast.Expr) (int64, bool) {
	if e.Kind() != ast.LiteralKind {
		return 0, false
	}
	n, ok := e.AsLiteral().(types.Int)
	return int64(n), ok
}
