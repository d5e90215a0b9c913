package pattern

import (
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/work"
)

const (
	// stepsPerMatch is charged for a match, about 100 bytes, to bound the memory of many
	// calls.
	stepsPerMatch = 1 << 7
	// smallSquare bounds the square of the length of a text times the size of an
	// expression: below it, a search for all matches takes less than 10 ms and is not
	// interrupted.
	smallSquare = 1 << 20
)

// FindAll returns what regexp.FindAllStringIndex does, or nil if w has failed.
func (p *Pattern) FindAll(w *work.Tracker, text string, n int) [][]int {
	if n < 0 {
		n = len(text) + 1
	}
	isSmall, ok := p.start(w, text)
	var matches [][]int
	switch {
	case !ok:
	case isSmall && len(text) <= smallSquare/p.insts()/max(len(text), 1):
		matches = p.regexp.FindAllStringIndex(text, n)
		w.Step(len(matches) * stepsPerMatch)
	default:
		matches = p.all(w, text, n)
	}
	if w.Failed() {
		return nil
	}
	return matches
}

// all searches on from the end of each match, where an empty match does not count.
func (p *Pattern) all(w *work.Tracker, text string, n int) (matches [][]int) {
	for from, end := 0, -1; len(matches) < n && from <= len(text); {
		match, known := p.findFrom(w, text, from)
		if !known {
			return p.allAtOnce(w, text, n)
		}
		if match == nil {
			break
		}
		isNew := match[1] != from || match[0] != end
		from, end = searchFrom(text, from, match), match[1]
		if isNew && w.Step(stepsPerMatch) {
			matches = append(matches, match)
		}
	}
	return matches
}

// searchFrom returns the end of a match that was found from an offset on, or a rune later
// if that is the same offset.
func searchFrom(text string, from int, match []int) int {
	if match[1] != from {
		return match[1]
	}
	_, width := utf8.DecodeRuneInString(text[from:])
	return from + max(width, 1)
}

// findFrom returns the leftmost match at or after an offset, or false if nothing can tell:
// \b, \A and ^ depend on the text before the offset.
func (p *Pattern) findFrom(w *work.Tracker, text string, from int) (match []int, known bool) {
	if from == 0 {
		return unlessFailed(w, p.regexp.FindReaderIndex(&runeReader{w, text, p.cost()})), true
	}
	next := p.next(w)
	if next == nil {
		return nil, w.Failed()
	}
	_, width := utf8.DecodeLastRuneInString(text[:from])
	before := from - width
	match = next.FindReaderSubmatchIndex(&runeReader{w, text[before:], p.cost()})
	if match == nil || w.Failed() {
		return nil, true
	}
	return []int{before + match[2], before + match[3]}, true
}

// allAtOnce searches without looking at the context. It charges for each match as if it
// read all of the text, and more than the default budget if that may take long.
func (p *Pattern) allAtOnce(w *work.Tracker, text string, n int) [][]int {
	length := int64(len(text))
	steps := min(length, maxSteps) * int64(p.cost())
	if steps = saturate64(steps) * min(length, int64(n)); steps > longParse {
		steps = saturate64(steps) * stepsIfLong
	}
	if !w.Spend(saturate(steps), name) {
		return nil
	}
	matches := p.regexp.FindAllStringIndex(text, n)
	w.Step(len(matches) * stepsPerMatch)
	return matches
}
