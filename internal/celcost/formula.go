package celcost

import "github.com/google/cel-go/common/types/ref"

var one = fixed(1)

func fixed(cost uint64) formula {
	return formula{
		estimate: func(*estimator, *call) estimate { return estimate{cost: exactly(cost)} },
		actual:   func([]ref.Val, ref.Val) uint64 { return cost },
	}
}

// byLength returns the cost of a function of the language that reads one of its operands.
func byLength(operand int, factor float64) formula {
	return formula{
		estimate: func(_ *estimator, c *call) estimate {
			return estimate{cost: c.operands[operand].sizeOrAny().scaled(factor)}
		},
		actual: func(args []ref.Val, _ ref.Val) uint64 { return Scale(Size(args[operand]), factor) },
	}
}

// reading returns the cost of a library function that reads its first operand.
func reading(factor float64) formula {
	return formula{
		estimate: func(e *estimator, c *call) estimate {
			return estimate{cost: e.sizeOf(c.operands[0]).scaled(factor)}
		},
		actual: func(args []ref.Val, _ ref.Val) uint64 { return Scale(librarySize(args[0]), factor) },
	}
}

var parsing = reading(perChar)

// transforming returns the cost of a function whose result is at most as long as its operand.
func transforming(factor float64) formula {
	return formula{actual: reading(factor).actual, estimate: func(e *estimator, c *call) estimate {
		size := e.sizeOf(c.operands[0])
		return estimate{cost: size.scaled(factor), size: &size}
	}}
}

// junction is && or ||. The second operand may not be evaluated, so its least cost does not
// count. Operands are charged as steps of their own.
var junction = formula{actual: one.actual, estimate: func(_ *estimator, c *call) estimate {
	return estimate{cost: Range{c.costs[0].Min, c.costs[0].plus(c.costs[1]).Max}}
}}

// conditional costs the condition and one of the two values.
var conditional = formula{actual: one.actual, estimate: func(e *estimator, c *call) estimate {
	yes, no := c.operands[1], c.operands[2]
	if c.costs[1].Max < c.costs[2].Max {
		e.trace.count(0, yes.expr)
	} else {
		e.trace.count(0, no.expr)
	}
	size := yes.sizeOrAny().union(no.sizeOrAny())
	return estimate{
		cost:     c.costs[0].plus(c.costs[1].union(c.costs[2])),
		size:     &size,
		elements: e.elementsOf(yes.expr).union(e.elementsOf(no.expr)),
	}
}}
