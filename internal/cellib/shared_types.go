package cellib

import (
	"slices"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
)

// cubesOfShared returns a bound of the sum of the cubes if types are shared: each part
// may occur in each type, nested in the others, and a type that repeats a part, like {x:
// x}, doubles it.
func cubesOfShared(root ast.Expr, declared int) int {
	parts, nesting, twice := 0, declared, 0
	ast.PostOrderVisit(root, ast.NewExprVisitor(func(e ast.Expr) {
		parts++
		switch e.Kind() {
		case ast.ListKind, ast.MapKind, ast.ComprehensionKind:
			nesting++
		case ast.CallKind:
			if name := e.AsCall().FunctionName(); !plain[name] || name == operators.In {
				nesting += maxSignature
			}
		}
		twice += keysIn(e)
	}))
	return saturated(int64(parts) * cube(min(nesting<<min(twice, manyKeys), maxTypeSize)))
}

const manyKeys = 10

const maxSignature = 2

// keysIn returns 1 if e itself makes a map type with the type of a key. The type of a
// literal key is plain.
func keysIn(e ast.Expr) int {
	var keys []ast.Expr
	switch e.Kind() {
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			keys = append(keys, entry.AsMapEntry().Key())
		}
	case ast.CallKind:
		switch args := e.AsCall().Args(); e.AsCall().FunctionName() {
		case operators.Index, operators.OptIndex, mapInsert:
			keys = args[min(1, len(args)):]
		}
	}
	if slices.ContainsFunc(keys, func(key ast.Expr) bool { return key.Kind() != ast.LiteralKind }) {
		return 1
	}
	return 0
}
