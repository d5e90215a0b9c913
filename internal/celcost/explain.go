package celcost

import (
	"slices"

	"github.com/google/cel-go/common/ast"
)

// Part is the cost of a part of an expression. Its Cost is the sum of the costs of Parts, each
// times its Times, and of what the part itself does.
type Part struct {
	Expr ast.Expr
	// Cost is the greatest cost of one evaluation of the part.
	Cost uint64
	// Times is how often the part counts in one evaluation of the part around it: once, once
	// for each round of a loop, or 0 for the cheaper value of a conditional.
	Times uint64
	Parts []*Part
}

// Explain returns the greatest cost of [Estimate], part by part.
func Explain(checked *ast.AST, sizes Sizes) *Part {
	root := &Part{}
	e := newEstimator(checked, sizes)
	e.trace = &trace{open: []*Part{root}}
	e.cost(checked.Expr())
	return root.Parts[0]
}

// trace records the parts that an estimator visits. A nil trace records nothing.
type trace struct{ open []*Part } // the parts around the current one, innermost last

func (t *trace) enter(x ast.Expr) {
	if t == nil {
		return
	}
	around := t.current()
	p := &Part{Expr: x, Times: 1}
	around.Parts = append(around.Parts, p)
	t.open = append(t.open, p)
}

func (t *trace) leave(cost Range) {
	if t == nil {
		return
	}
	t.current().Cost = cost.Max
	t.open = t.open[:len(t.open)-1]
}

func (t *trace) current() *Part { return t.open[len(t.open)-1] }

// count sets how often parts of the current part count.
func (t *trace) count(times uint64, parts ...ast.Expr) {
	if t == nil {
		return
	}
	for _, p := range t.current().Parts {
		if slices.ContainsFunc(parts, func(x ast.Expr) bool { return x.ID() == p.Expr.ID() }) {
			p.Times = times
		}
	}
}
