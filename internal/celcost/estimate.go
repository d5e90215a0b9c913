package celcost

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/parser"
)

// Sizes returns the maximal size of the value at a path. A path is a variable, then fields by
// name, @items for elements, @values and @keys for values and keys of a map. It must not keep
// the path.
type Sizes func(path []string) (maxSize uint64, known bool)

// Estimate returns the cost of one evaluation of a checked expression. If sizes is nil, no
// size is known. A presence test is free.
func Estimate(checked *ast.AST, sizes Sizes) Range {
	return newEstimator(checked, sizes).cost(checked.Expr())
}

func newEstimator(checked *ast.AST, sizes Sizes) *estimator {
	return &estimator{
		checked: checked, maxSize: sizes, variables: map[string][]*variable{},
		paths: map[int64][]string{}, sizes: map[int64]Range{}, elements: map[int64]*elements{},
	}
}

// estimator walks an expression from the inside out. What it learns about a part is kept by
// the ID of the part, for the functions that read it.
type estimator struct {
	checked   *ast.AST
	maxSize   Sizes
	variables map[string][]*variable // the ones of macros, inner ones last
	paths     map[int64][]string
	sizes     map[int64]Range
	elements  map[int64]*elements
	trace     *trace
}

func (e *estimator) cost(x ast.Expr) Range {
	e.trace.enter(x)
	cost := e.costOf(x)
	e.trace.leave(cost)
	return cost
}

func (e *estimator) costOf(x ast.Expr) Range {
	switch x.Kind() {
	case ast.IdentKind:
		return e.ident(x)
	case ast.SelectKind:
		return e.selection(x)
	case ast.CallKind:
		return e.call(x)
	case ast.ListKind:
		return e.list(x)
	case ast.MapKind:
		return e.mapping(x)
	case ast.StructKind:
		return e.object(x)
	case ast.ComprehensionKind:
		if isBinding(x.AsComprehension()) {
			return e.binding(x)
		}
		return e.comprehension(x)
	default: // a literal
		return Range{}
	}
}

func (e *estimator) ident(x ast.Expr) Range {
	if v := e.variable(x.AsIdent()); v != nil {
		e.paths[x.ID()] = v.path
	} else {
		e.paths[x.ID()] = []string{x.AsIdent()}
	}
	return exactly(Select)
}

func (e *estimator) selection(x ast.Expr) Range {
	s := x.AsSelect()
	cost := e.cost(s.Operand())
	if s.IsTestOnly() {
		return cost
	}
	switch e.typeOf(s.Operand()).Kind() {
	case types.MapKind, types.StructKind, types.TypeParamKind:
		cost = cost.plus(exactly(Select))
	}
	e.paths[x.ID()] = append(e.path(s.Operand()), s.FieldName())
	return cost
}

func (e *estimator) list(x ast.Expr) Range {
	items := x.AsList().Elements()
	cost, sizes := exactly(NewList), sizesSeen{}
	for _, item := range items {
		cost = cost.plus(e.cost(item))
		sizes.add(e.sizeOrAny(item))
	}
	e.elements[x.ID()] = &elements{kind: types.ListKind, key: exactly(1), value: sizes.all()}
	return cost
}

func (e *estimator) mapping(x ast.Expr) Range {
	cost, keys, values := exactly(NewMap), sizesSeen{}, sizesSeen{}
	for _, item := range x.AsMap().Entries() {
		entry := item.AsMapEntry()
		cost = cost.plus(e.cost(entry.Key())).plus(e.cost(entry.Value()))
		keys.add(e.sizeOrAny(entry.Key()))
		values.add(e.sizeOrAny(entry.Value()))
	}
	e.elements[x.ID()] = &elements{kind: types.MapKind, key: keys.all(), value: values.all()}
	return cost
}

func (e *estimator) object(x ast.Expr) Range {
	cost := exactly(NewObject)
	for _, field := range x.AsStruct().Fields() {
		cost = cost.plus(e.cost(field.AsStructField().Value()))
	}
	return cost
}

// comprehension returns the cost of a loop. Each round costs the condition and the step.
func (e *estimator) comprehension(x ast.Expr) Range {
	c := x.AsComprehension()
	cost := e.cost(c.IterRange()).plus(e.cost(c.AccuInit()))
	e.enter(c.AccuVar(), e.bound(c.AccuInit()))
	switch {
	case c.HasIterVar2():
		e.enter(c.IterVar(), e.keyOf(c.IterRange()))
		e.enter(c.IterVar2(), e.valueOf(c.IterRange()))
	case e.kindOf(c.IterRange()) == types.ListKind:
		e.enter(c.IterVar(), e.valueOf(c.IterRange()))
	default:
		e.enter(c.IterVar(), e.keyOf(c.IterRange()))
	}
	round := e.cost(c.LoopCondition())
	round = round.plus(e.cost(c.LoopStep()))
	e.leave(c.IterVar())
	if c.HasIterVar2() {
		e.leave(c.IterVar2())
	}
	cost = cost.plus(e.cost(c.Result()))
	e.leave(c.AccuVar())
	rounds := e.sizeOrAny(c.IterRange())
	e.keepResult(x, rounds)
	e.trace.count(rounds.Max, c.LoopCondition(), c.LoopStep())
	return cost.plus(rounds.times(round))
}

// keepResult keeps the size of the result of a comprehension: one that begins with a list or
// map has at most one element a round, any other the size that it begins with.
func (e *estimator) keepResult(x ast.Expr, rounds Range) {
	c := x.AsComprehension()
	switch c.AccuInit().Kind() {
	case ast.LiteralKind:
		e.keepSize(x, e.size(c.AccuInit()))
	case ast.ListKind, ast.MapKind:
		e.keepSize(x, &rounds)
		e.keepElements(x, e.elementsOf(c.LoopStep()))
	}
}

// isBinding reports whether a comprehension only names a value, as optMap does.
func isBinding(c ast.ComprehensionExpr) bool {
	over, condition := c.IterRange(), c.LoopCondition()
	return over.Kind() == ast.ListKind && over.AsList().Size() == 0 &&
		condition.Kind() == ast.LiteralKind && condition.AsLiteral() == types.False &&
		c.AccuVar() != parser.AccumulatorName
}

func (e *estimator) binding(x ast.Expr) Range {
	c := x.AsComprehension()
	cost := e.cost(c.IterRange()).plus(e.cost(c.AccuInit()))
	e.enter(c.AccuVar(), e.bound(c.AccuInit()))
	cost = cost.plus(e.cost(c.Result()))
	e.leave(c.AccuVar())
	e.copySizes(x, c.Result())
	return cost
}
