package celcost

import (
	"math"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
)

// call is a call in an expression. The target of a method is the first operand.
type call struct {
	operands []*node
	costs    []Range // of the arguments, without the target
}

// node is an operand of a call.
type node struct {
	expr ast.Expr // nil: an element of an operand
	typ  *types.Type
	path []string
	size *Range // nil: unknown
}

func (n *node) sizeOrAny() Range {
	if n.size == nil {
		return anySize
	}
	return *n.size
}

// item returns the elements of a list, or nil if their type is unknown.
func (n *node) item() *node {
	params := n.typ.Parameters()
	if len(params) == 0 {
		return nil
	}
	item := &node{typ: params[0]}
	if n.path != nil {
		item.path = append(append(make([]string, 0, len(n.path)+1), n.path...), "@items")
	}
	return item
}

func (e *estimator) call(x ast.Expr) Range {
	f := x.AsCall()
	if f.FunctionName() == overloads.TypeConvertDyn {
		return e.dyn(x, f.Args()[0])
	}
	c := e.arguments(f)
	ids := e.checked.GetOverloadIDs(x.ID())
	if len(ids) == 0 {
		e.trace.count(0, f.Args()...)
		return Range{}
	}
	target := Range{}
	if f.IsMemberFunction() {
		target = e.cost(f.Target())
		c.operands = append([]*node{e.node(f.Target())}, c.operands...)
	}
	cost, size := Range{Min: math.MaxUint64}, (*Range)(nil)
	for _, id := range ids {
		result := e.overload(x, c, id)
		cost = cost.union(result.cost)
		size = e.sizeOfResult(x, id, unionOf(size, result.size))
	}
	e.keepSize(x, size)
	return target.plus(cost)
}

func (e *estimator) arguments(f ast.CallExpr) *call {
	c := &call{operands: make([]*node, len(f.Args())), costs: make([]Range, len(f.Args()))}
	for i, arg := range f.Args() {
		c.costs[i] = e.cost(arg)
		c.operands[i] = e.node(arg)
	}
	return c
}

// dyn returns the cost of hiding the type of a value. Its size remains known.
func (e *estimator) dyn(x, value ast.Expr) Range {
	cost := e.cost(value).plus(exactly(1))
	e.copySizes(x, value)
	return cost
}

func (e *estimator) overload(x ast.Expr, c *call, id string) estimate {
	result := costs.of(x.AsCall().FunctionName(), id).estimate(e, c)
	e.keepElements(x, result.elements)
	if evaluatesAll(id) {
		for _, cost := range c.costs {
			result.cost = result.cost.plus(cost)
		}
	}
	return result
}

// evaluatesAll reports whether a call evaluates all of its arguments. The formulas of the
// other functions contain the cost of the arguments.
func evaluatesAll(overload string) bool {
	switch overload {
	case overloads.LogicalAnd, overloads.LogicalOr, overloads.Conditional:
		return false
	default:
		return true
	}
}

// sizeOfResult returns the size of the result of a call, and keeps the path of an element or
// of the value of a key.
func (e *estimator) sizeOfResult(x ast.Expr, overload string, size *Range) *Range {
	part := ""
	switch overload {
	case overloads.IndexList:
		part = "@items"
	case overloads.IndexMap:
		part = "@values"
	}
	if part != "" {
		from := x.AsCall().Args()[0]
		size = e.elementsOf(from).valueSize()
		e.paths[x.ID()] = append(e.path(from), part)
	}
	if size == nil {
		size = e.size(x)
	}
	return size
}

func unionOf(a, b *Range) *Range {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	union := a.union(*b)
	return &union
}

// node returns an operand. It has a path only inside of the variables of the expression.
func (e *estimator) node(x ast.Expr) *node {
	path := e.path(x)
	if len(path) > 0 && isAccumulator(path[0]) {
		path = nil
	}
	return &node{expr: x, typ: e.typeOf(x), path: path, size: e.size(x)}
}
