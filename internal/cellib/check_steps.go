package cellib

import (
	"unicode/utf8"

	"github.com/google/cel-go/common/ast"

	"github.com/seed95800270/crdschema/internal/work"
)

// The parser and the type checker cannot be interrupted. Input that would take more than
// about 100 ms is charged more than the default budget.
const (
	// longText is the length in bytes of an expression that is parsed in 100 ms.
	longText = 1 << 15
	// longExpression is the number of calls, lists and maps whose square takes the type
	// checker 100 ms. Elements, keys and values count too.
	longExpression = 1 << 10
	// largeTypes is the sum of the cubes of type sizes that takes 100 ms.
	largeTypes = 1 << 24

	stepsOfLongText, stepsIfLong = 1 << 13, 1 << 9
	stepsOfChar                  = 8
	maxCharacters                = 100_000
	cubesPerStep                 = 1 << 4
)

// SpendParse counts the steps of parsing, and reports whether to go on.
func SpendParse(w *work.Tracker, text string) bool {
	return w.Spend(parseSteps(text), "the length of an expression")
}

func parseSteps(text string) int {
	switch {
	case len(text) <= longText:
		return len(text) * stepsOfChar
	case utf8.RuneCountInString(text) > maxCharacters:
		return len(text) / bytesPerStep // the parser only counts them
	default:
		return saturated(int64(len(text)) * stepsOfLongText)
	}
}

// SpendCheck counts the steps of checking and planning a parsed expression, except for its
// [Patterns], and reports whether to go on. declared is the size of the largest type among
// its variables and their fields.
func SpendCheck(w *work.Tracker, root ast.Expr, declared int) bool {
	return w.Spend(callSteps(root), "the calls of an expression") &&
		w.Spend(stepsOfTypes(root, declared), "the types of an expression")
}

func callSteps(root ast.Expr) int {
	calls, joins := int64(0), int64(0)
	ast.PostOrderVisit(root, ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.ListKind:
			calls++
			joins += int64(e.AsList().Size())
		case ast.MapKind:
			calls++
			joins += 2 * int64(e.AsMap().Size())
		case ast.CallKind, ast.ComprehensionKind:
			calls++
		}
	}))
	if product := calls * (calls + joins); product > longExpression*longExpression {
		return saturated(stepsIfLong * product)
	}
	return int(calls * (calls + joins))
}
