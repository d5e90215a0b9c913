package cellib

import (
	"unicode/utf8"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/seed95800270/crdschema/internal/pattern"
)

// Nothing can interrupt the parser and the type checker. What they take more than about
// 100 ms for counts so many times that it is more than the default budget of a call.
const (
	// longText is the number of bytes of an expression that is parsed in 100 ms.
	longText = 1 << 15
	// longExpression is the number of calls, lists and maps whose square takes the type
	// checker 100 ms.
	longExpression = 1 << 10
	// largeTypes is the sum of the cubes of the sizes of types that takes it 100 ms.
	largeTypes = 1 << 24

	stepsOfLongText, stepsIfLong = 1 << 13, 1 << 9
	// stepsOfChar are those of parsing a byte.
	stepsOfChar = 8
	// maxCharacters is the length from which on the parser rejects an expression.
	maxCharacters = 100_000
	// cubesPerStep is how many units of largeTypes are one step.
	cubesPerStep = 1 << 4
)

// ParseSteps returns the steps of parsing an expression, as work.Tracker counts them.
func ParseSteps(text string) int {
	switch {
	case len(text) <= longText:
		return len(text) * stepsOfChar
	case utf8.RuneCountInString(text) > maxCharacters:
		return len(text) / bytesPerStep // the parser only counts them
	default:
		return len(text) * stepsOfLongText
	}
}

// CheckSteps returns the steps of checking and planning a parsed expression, as
// work.Tracker counts them. declared is the size of the largest type of its variables and
// their fields.
func CheckSteps(root ast.Expr, declared int) int {
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
	steps += calls*calls + stepsOfTypes(root, declared)
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
			return pattern.CompileSteps(string(expr))
		}
	}
	return 0
}
