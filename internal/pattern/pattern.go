// Package pattern matches regular expressions under a [work.Tracker], so that a long text
// or a large expression neither outlives a context nor exceeds a budget. Its results are
// package regexp's.
//
// Package regexp takes time in proportion to the length of the text times the size of the
// compiled expression, and cannot be interrupted. It reads a short text as a string, and a
// long one through an io.RuneReader that counts the runes and ends the text when the work
// fails. The result is then undefined: a caller looks at the tracker.
//
// # Why a bound on length times size is not enough
//
// A call must return within 100 ms of the end of its context. Where all instructions are
// active, as in [ab]*a[ab]{900}c, a match takes 2 to 5 ns for each byte and instruction, so
// that 20 million of both take 100 ms. A refusal of longer matches would reject values that
// a server accepts: at 3 MiB, the largest body, expressions with more than 6 instructions
// (167 of the 203 patterns in the CRDs of the corpus; their median is 19, the 90th
// percentile 80 and the maximum 1,493).
//
// Nor does size bound the compiler, which looks for a one-pass program. It takes 2.5 s for
// ^[…]?[…]?…$ with 400 classes of 20 runes each (25 KB), and 4 ms for
// ^[\p{L}\p{N}_-]{1,253}$, though the second has 15 times as many instructions times runes.
// The search is therefore estimated, and avoided if it may take long.
package pattern

import (
	"regexp"
	"sync/atomic"

	"github.com/seed95800270/crdschema/internal/work"
)

// Pattern is a compiled regular expression. It is safe for concurrent use; each call needs
// its own tracker.
type Pattern struct {
	regexp   *regexp.Regexp
	measured Measured
	after    atomic.Pointer[following] // nil: not made yet
}

// Compile compiles an expression with the errors of regexp.Compile. Nothing can interrupt
// it: a caller counts its steps first, with [Measure].
func Compile(expr string) (*Pattern, error) { return measure(expr).Compile() }

// Size returns about the memory of p, see [Measured.Size].
func (p *Pattern) Size() int { return p.measured.Size() }

const (
	// sizeShare is the number of instructions that take one step a rune. An instruction takes
	// up to 20 ns a rune, but few instructions of a large expression are active at once.
	sizeShare = 8
	small     = 1 << 17
)

func (p *Pattern) insts() int { return saturate(p.measured.insts) }

func (p *Pattern) cost() int { return 1 + p.insts()/sizeShare }

// start counts the steps of a small text, and reports whether it is small and whether to
// go on.
func (p *Pattern) start(w *work.Tracker, text string) (isSmall, ok bool) {
	if len(text) > small/p.insts() {
		return false, w.Step(p.cost())
	}
	return true, w.Step(1 + len(text)*p.cost())
}

// Match reports whether a part of text matches. It returns false if w has failed.
func (p *Pattern) Match(w *work.Tracker, text string) bool {
	isSmall, ok := p.start(w, text)
	switch {
	case !ok:
		return false
	case isSmall:
		return p.regexp.MatchString(text)
	default:
		return p.regexp.MatchReader(&runeReader{w, text, p.cost()}) && !w.Failed()
	}
}

// Find returns what regexp.FindStringIndex does, or nil if w has failed.
func (p *Pattern) Find(w *work.Tracker, text string) []int {
	isSmall, ok := p.start(w, text)
	switch {
	case !ok:
		return nil
	case isSmall:
		return p.regexp.FindStringIndex(text)
	}
	return unlessFailed(w, p.regexp.FindReaderIndex(&runeReader{w, text, p.cost()}))
}

func unlessFailed(w *work.Tracker, match []int) []int {
	if w.Failed() {
		return nil
	}
	return match
}
