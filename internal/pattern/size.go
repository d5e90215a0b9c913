package pattern

import (
	"regexp/syntax"

	"github.com/seed95800270/crdschema/internal/work"
)

// Nothing can interrupt the compiler of package regexp. What it takes more than about
// 100 ms for counts so many times that it is more than the default budget of a call.
const (
	// longText and largeSize are the bytes and the instructions that it compiles in 100 ms.
	longText, largeSize        = 1 << 17, 1 << 18
	stepsIfLong, stepsIfLarge  = 1 << 11, 1 << 9
	stepsPerByte, stepsPerSize = 1, 4
)

// Check returns the error of compiling an expression. It only parses it: no later step of
// compiling can fail. The call ends, as that of [Compile] would, if the expression is too
// large to be compiled with the budget.
func Check(w *work.Tracker, expr string) error {
	if !w.Spend(parseSteps(expr), pattern) {
		return nil
	}
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err == nil && sizeOf(parsed) > largeSize {
		w.Spend(sizeOf(parsed)*stepsIfLarge, pattern)
	}
	return err
}

// pattern names an expression in the error of a budget that it alone exceeds.
const pattern = "a regular expression"

// Spend counts the steps of [Compile], and reports whether to go on.
func Spend(w *work.Tracker, expr string) bool { return w.Spend(CompileSteps(expr), pattern) }

// parseSteps returns the steps of parsing an expression.
func parseSteps(expr string) int {
	if len(expr) > longText {
		return len(expr) * stepsIfLong
	}
	return len(expr) * stepsPerByte
}

// CompileSteps returns the steps of [Compile], as work.Tracker counts them.
func CompileSteps(expr string) int {
	if len(expr) > longText {
		return parseSteps(expr)
	}
	size := Size(expr)
	if size > largeSize {
		return size * stepsIfLarge
	}
	return parseSteps(expr) + size*stepsPerSize
}

// Size returns about the number of instructions of the compiled expression, at least 1. It
// takes time in proportion to the length of the expression, which need not be valid.
func Size(expr string) int {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return 1
	}
	const around = 3 // a failure, a match and an empty expression
	return around + sizeOf(parsed)
}

// sizeOf returns the number of instructions of a part of an expression.
func sizeOf(re *syntax.Regexp) int {
	n := ownSize(re)
	for _, sub := range re.Sub {
		n += sizeOf(sub)
	}
	if re.Op != syntax.OpRepeat {
		return n
	}
	if re.Max < 0 {
		return n*max(re.Min, 1) + 1
	}
	return n*re.Max + re.Max - re.Min + 1
}

// ownSize returns the number of instructions of re without its parts.
func ownSize(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpRepeat, syntax.OpConcat:
		return 0
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCapture:
		return 2
	case syntax.OpAlternate:
		return len(re.Sub) - 1
	default:
		return 1
	}
}
