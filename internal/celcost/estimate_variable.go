package celcost

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/parser"
)

// variable is a variable of a macro.
//
// A path may share memory with the path that it extends, and a later extension of the same
// path overwrites its last step: in
//
//	self.a.all(y, self.b.all(z, y == z))
//
// y has the path of z if both extend the path of one variable. Estimates depend on it, so
// paths grow here exactly as upstream.
type variable struct {
	path     []string
	size     *Range
	elements *elements
}

func (e *estimator) enter(name string, v *variable) {
	e.variables[name] = append(e.variables[name], v)
}

func (e *estimator) leave(name string) {
	known := e.variables[name]
	e.variables[name] = known[:len(known)-1]
}

// variable returns the innermost variable of a macro, or nil.
func (e *estimator) variable(name string) *variable {
	known := e.variables[name]
	if len(known) == 0 {
		return nil
	}
	return known[len(known)-1]
}

func (e *estimator) path(x ast.Expr) []string {
	if x.Kind() == ast.IdentKind {
		if v := e.variable(x.AsIdent()); v != nil {
			return v.path
		}
	}
	return e.paths[x.ID()]
}

// bound returns a variable with the value of an expression.
func (e *estimator) bound(x ast.Expr) *variable {
	return &variable{path: e.path(x), elements: e.elementsOf(x), size: e.size(x)}
}

// keyOf returns a variable for the keys of a map, or the indices of a list.
func (e *estimator) keyOf(over ast.Expr) *variable {
	part := "@keys"
	if e.kindOf(over) == types.ListKind {
		part = "@indices"
	}
	return &variable{path: append(e.path(over), part), size: e.elementsOf(over).keySize()}
}

// valueOf returns a variable for the values of a list or map.
func (e *estimator) valueOf(over ast.Expr) *variable {
	part := "@values"
	if e.kindOf(over) == types.ListKind {
		part = "@items"
	}
	return &variable{path: append(e.path(over), part), size: e.elementsOf(over).valueSize()}
}

func (e *estimator) kindOf(over ast.Expr) types.Kind {
	if known := e.elementsOf(over); known != nil {
		return known.kind
	}
	return e.typeOf(over).Kind()
}

func isAccumulator(name string) bool {
	return name == parser.AccumulatorName || name == parser.HiddenAccumulatorName
}
