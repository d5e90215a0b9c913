package cellib

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/pattern"
	"github.com/seed95800270/crdschema/internal/work"
)

// Patterns holds the steps of compiling an expression's literal regular expressions, and
// their memory.
type Patterns struct {
	steps int
	// Size is their approximate memory, in units of 50 bytes.
	Size int
}

// stepsPerKept is the number of steps charged for each unit of kept memory, to bound it.
const stepsPerKept = 100

const patternsName = "the regular expressions of an expression"

// MeasurePatterns counts the steps of parsing the literal regular expressions, and reports
// whether to go on.
func MeasurePatterns(w *work.Tracker, root ast.Expr) (p Patterns, ok bool) {
	ast.PostOrderVisit(root, ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.CallKind || w.Failed() {
			return
		}
		expr, programs := literalPatternOf(e.AsCall())
		if programs == 0 {
			return
		}
		m, _ := pattern.Measure(w, expr)
		p.steps = min(p.steps+m.Steps(), maxSteps)
		p.Size = min(p.Size+programs*m.Size(), maxSteps)
	}))
	return p, !w.Failed()
}

// Spend counts the steps of compiling and keeping them, and reports whether to go on.
func (p Patterns) Spend(w *work.Tracker) bool {
	return w.Spend(saturatingInt(celcost.Add(uint64(p.steps), celcost.Mul(uint64(p.Size), stepsPerKept))), patternsName)
}

// literalPatternOf returns the literal regular expression of a call, and the number of
// programs compiled from it, or 0: finding all matches takes a second one.
func literalPatternOf(call ast.CallExpr) (expr string, programs int) {
	switch call.FunctionName() {
	case "matches", "find":
		programs = 1
	case "findAll":
		programs = 2
	default:
		return "", 0
	}
	args := call.Args()
	if !call.IsMemberFunction() && len(args) > 0 {
		args = args[1:] // the text
	}
	if len(args) == 0 {
		return "", 0
	}
	expr, ok := literalText(args[0])
	if !ok {
		return "", 0
	}
	return expr, programs
}

func literalText(e ast.Expr) (text string, ok bool) {
	for e.Kind() == ast.CallKind {
		switch call := e.AsCall(); call.FunctionName() {
		case "string", "bytes", "dyn":
			if len(call.Args()) != 1 {
				return "", false
			}
			e = call.Args()[0]
		default:
			return "", false
		}
	}
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	switch v := e.AsLiteral().(type) {
	case types.String:
		return string(v), true
	case types.Bytes:
		return string(v), true
	default:
		return "", false
	}
}
