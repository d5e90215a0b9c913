package cellib

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/seed95800270/crdschema/internal/pattern"
)

const (
	// longExpression is the number of calls, lists and maps of an expression that takes
	// the type checker about 100 ms. The time grows with the square of the number, and the
	// checker cannot be interrupted.
	longExpression = 1 << 11
	// largePattern is the size of a regular expression that compiles in about 100 ms.
	largePattern = 1 << 18
	// What is larger counts this many times, which is more than the budget of a call.
	stepsIfLong, stepsIfLarge = 128, 512
	// stepsOfCompiling is the number of steps of compiling an instruction of a regular
	// expression.
	stepsOfCompiling = 4
)

// CheckSteps returns the steps of checking and planning a parsed expression, as
// work.Tracker counts them.
func CheckSteps(root ast.Expr) int {
	calls, steps := 0, 0
	ast.PostOrderVisit(root, ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.CallKind:
			calls++
			steps += stepsOfLiteralPattern(e.AsCall())
		case ast.ListKind, ast.MapKind, ast.ComprehensionKind:
			calls++
		}
	}))
	steps += calls * calls
	if calls > longExpression {
		steps += stepsIfLong * calls * calls
	}
	return min(steps, maxSteps)
}

// stepsOfLiteralPattern returns the steps of compiling the regular expression of a call.
func stepsOfLiteralPattern(call ast.CallExpr) int {
	switch call.FunctionName() {
	case "matches", "find", "findAll":
	default:
		return 0
	}
	for _, arg := range call.Args() {
		if arg.Kind() != ast.LiteralKind {
			continue
		}
		if expr, ok := arg.AsLiteral().(types.String); ok {
			return stepsOfPattern(string(expr))
		}
	}
	return 0
}

// stepsOfPattern returns the steps of compiling a regular expression.
func stepsOfPattern(expr string) int {
	size := pattern.Size(expr)
	if size > largePattern {
		return min(size, maxSteps/stepsIfLarge) * stepsIfLarge
	}
	return size * stepsOfCompiling
}
