// Package pattern matches regular expressions under a [work.Tracker], so that a long text
// and a large expression neither outlive a context nor exceed a budget. Its results are
// those of package regexp.
//
// Package regexp takes time in proportion to the length of the text times the size of
// the compiled expression, and cannot be interrupted. What is small is given to it as a
// string; what is large as an io.RuneReader, which counts the runes that are
// read and ends the text early when the call has failed. The result then means nothing:
// a caller looks at the tracker.
package pattern

import (
	"regexp"
	"sync/atomic"

	"github.com/seed95800270/crdschema/internal/work"
)

// Pattern is a compiled regular expression. It is safe for concurrent use; a call needs
// a tracker of its own.
type Pattern struct {
	regexp   *regexp.Regexp
	measured Measured
	after    atomic.Pointer[following] // nil: not made yet
}

// Compile compiles an expression. Its errors are those of regexp.Compile. Nothing can
// interrupt it: a caller counts its steps first, with [Measure].
func Compile(expr string) (*Pattern, error) { return measure(expr).Compile() }

// Size returns about the memory of p, see [Measured.Size].
func (p *Pattern) Size() int { return p.measured.Size() }

const (
	// sizeShare is the part of an expression, in instructions, that counts as one step a
	// rune. An instruction takes up to 20 ns a rune, but few of a large expression are
	// active at once.
	sizeShare = 8
	// small is the length of a text times the size of an expression up to which a match
	// is not interrupted. It takes less than 10 ms.
	small = 1 << 17
)

// insts returns about the number of instructions.
func (p *Pattern) insts() int { return saturate(p.measured.insts) }

// cost returns the number of steps of a rune.
func (p *Pattern) cost() int { return 1 + p.insts()/sizeShare }

// start counts the steps of matching a small text. It reports whether the text is small,
// and whether to go on.
func (p *Pattern) start(w *work.Tracker, text string) (isSmall, ok bool) {
	if len(text) > small/p.insts() {
		return false, w.Step(p.cost())
	}
	return true, w.Step(1 + len(text)*p.cost())
}

// Match reports whether a part of text matches. It reports false if w has failed.
func (p *Pattern) Match(w *work.Tracker, text string) bool {
	isSmall, ok := p.start(w, text)
	switch {
	case !ok:
		return false
	case isSmall:
		return p.regexp.MatchString(text)
	default:
		return p.regexp.MatchReader(&reader{w, text, p.cost()}) && !w.Failed()
	}
}

// Find returns the first and the last offset of the leftmost match, as
// regexp.FindStringIndex does. It returns nil if there is none or if w has failed.
func (p *Pattern) Find(w *work.Tracker, text string) []int {
	isSmall, ok := p.start(w, text)
	switch {
	case !ok:
		return nil
	case isSmall:
		return p.regexp.FindStringIndex(text)
	}
	return unlessFailed(w, p.regexp.FindReaderIndex(&reader{w, text, p.cost()}))
}

// unlessFailed returns a match, or nil if it was found in a text that ended early.
func unlessFailed(w *work.Tracker, match []int) []int {
	if w.Failed() {
		return nil
	}
	return match
}
