package pattern

import (
	"math"
	"regexp"
	"regexp/syntax"

	"github.com/seed95800270/crdschema/internal/work"
)

// Nothing can interrupt the parser and the compiler. Expressions that take more than about
// 100 ms are charged more than the default budget.
const (
	// longText bytes and longParse steps are parsed in 100 ms, and largeSize instructions
	// are compiled in 100 ms.
	longText, longParse, largeSize = 1 << 17, 3 << 18, 1 << 18
	stepsIfLong, stepsIfLarge      = 1 << 11, 1 << 9
	stepsPerSize                   = 4
)

// maxSteps is more than any budget. Twice as many do not overflow an int of 32 bits.
const maxSteps = math.MaxInt32 / 2

func saturate(n int64) int { return int(saturate64(n)) }

func saturate64(n int64) int64 { return min(n, maxSteps) }

// name names an expression in the error of a budget that it alone exceeds.
const name = "a regular expression"

// Check returns the error of compiling an expression. It only parses it: no later step can
// fail. Like [Measure], it fails the work if the expression is too large.
func Check(w *work.Tracker, expr string) error {
	if !w.Spend(parseSteps(expr), name) {
		return nil
	}
	m := measure(expr)
	if m.err == nil && m.insts > largeSize {
		w.Spend(m.compileSteps(), name)
	}
	return m.err
}

func parseSteps(expr string) int {
	steps := parseEstimate(expr)
	if len(expr) > longText || steps > longParse {
		return saturate(saturate64(steps) * stepsIfLong)
	}
	return int(steps)
}

// Measured holds the size of an expression and the steps of compiling it.
type Measured struct {
	expr  string
	err   error // of parsing expr
	insts int64 // about the number of instructions
	size  int64 // in units of unitBytes
	steps int   // of compiling
	// mayTakeLong reports whether package regexp would search long for a one-pass program.
	mayTakeLong bool
	groups      int64
}

// Measure parses an expression, counts the steps of parsing and of [Measured.Compile], and
// reports whether to go on.
func Measure(w *work.Tracker, expr string) (Measured, bool) {
	if !w.Spend(parseSteps(expr), name) {
		return Measured{}, false
	}
	m := measure(expr)
	return m, w.Spend(m.steps, name)
}

// Size returns about the memory of the compiled expression in units of 50 bytes, the size
// of a short instruction, at least 1.
func (m Measured) Size() int { return int(min(max(m.size, 1), maxSize)) }

// maxSize is more than the default budget can compile. A hundred times as much does not
// overflow 32 bits.
const maxSize = 1 << 24

// Steps returns the steps of Compile that Measure has counted.
func (m Measured) Steps() int { return m.steps }

// Compile compiles the expression. The errors are regexp.Compile's.
func (m Measured) Compile() (*Pattern, error) {
	if m.err != nil {
		return nil, m.err
	}
	re, err := m.compile()
	if err != nil {
		return nil, err
	}
	return &Pattern{regexp: re, measured: m}, nil
}

// compile compiles the expression without a long search for a one-pass program: the search
// starts only if the first instruction is \A.
func (m Measured) compile() (*regexp.Regexp, error) {
	if m.mayTakeLong {
		for _, around := range notOnePass {
			if re, err := regexp.Compile(around[0] + m.expr + around[1]); err == nil {
				return re, nil
			}
		}
	}
	return regexp.Compile(m.expr)
}

// notOnePass is text around an expression that makes its program begin with an instruction
// that does nothing. An expression that ends in \Q or is nested as deeply as possible
// needs other text.
var notOnePass = [][2]string{{"(?:)(?:", ")"}, {"(?:)(?:", `\E)`}, {"(?:)", ""}}

func measure(expr string) Measured {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return Measured{expr: expr, err: err, steps: parseSteps(expr)} // CEL parses it again for the error
	}
	const around = 3 // a failure, a match and an empty expression
	c := countsOf(parsed)
	c.insts += around
	m := Measured{expr: expr, insts: c.insts, groups: c.groups}
	copies, walk := int64(0), int64(0)
	if c.begins && c.insts < onePassInsts {
		var o onePass
		o.first(parsed, 0)
		copies, walk = o.copies, o.copies*c.chars
	}
	parses := int64(1)
	if m.mayTakeLong = copies > maxCopies || walk > maxWalk; m.mayTakeLong {
		copies, walk = 0, 0
		parses += int64(len(notOnePass))
	}
	m.size = (c.insts*instBytes + c.bytes + copies*bytesPerCopy) / unitBytes
	m.steps = saturate(walk/walkPerStep + int64(m.compileSteps()) + parses*int64(parseSteps(expr)))
	return m
}

func (m Measured) compileSteps() int {
	if m.insts > largeSize {
		return saturate(m.insts * stepsIfLarge)
	}
	return int(m.insts) * stepsPerSize
}
