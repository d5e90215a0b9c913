package pattern

import (
	"regexp"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/work"
)

// FindAll returns the offsets of up to n matches that do not overlap, as
// regexp.FindAllStringIndex does; a negative n means all. It returns nil if there are
// none or if w has failed.
func (p *Pattern) FindAll(w *work.Tracker, text string, n int) [][]int {
	if n < 0 {
		n = len(text) + 1
	}
	isSmall, ok := p.start(w, text)
	var matches [][]int
	switch {
	case isSmall && ok:
		matches = p.regexp.FindAllStringIndex(text, n)
		w.Step(len(matches) * stepsPerMatch)
	case ok:
		matches = p.all(w, text, n)
	}
	if w.Failed() {
		return nil
	}
	return matches
}

// stepsPerMatch are the steps of a match, which takes some 100 bytes: they bound the memory
// of many calls.
const stepsPerMatch = 1 << 7

// all searches from the end of each match on. As in package regexp, an empty match at
// the end of the match before it does not count.
func (p *Pattern) all(w *work.Tracker, text string, n int) (matches [][]int) {
	for from, end := 0, -1; len(matches) < n && from <= len(text); {
		match := p.findFrom(w, text, from)
		if match == nil {
			break
		}
		isNew := match[1] != from || match[0] != end
		from, end = following(text, from, match), match[1]
		if isNew && w.Step(stepsPerMatch) {
			matches = append(matches, match)
		}
	}
	return matches
}

// following returns where to search after a match that was found from an offset on:
// at its end, or a rune later if that is the same offset.
func following(text string, from int, match []int) int {
	if match[1] != from {
		return match[1]
	}
	_, width := utf8.DecodeRuneInString(text[from:])
	return from + max(width, 1)
}

// findFrom returns the leftmost match that begins at an offset or later. What is in front
// of the offset decides whether \b, \A and ^ match there.
func (p *Pattern) findFrom(w *work.Tracker, text string, from int) []int {
	if from == 0 {
		return unlessFailed(w, p.regexp.FindReaderIndex(&reader{w, text, p.cost()}))
	}
	_, width := utf8.DecodeLastRuneInString(text[:from])
	before := from - width
	match := p.next().FindReaderSubmatchIndex(&reader{w, text[before:], p.cost()})
	if match == nil || w.Failed() {
		return nil
	}
	return []int{before + match[2], before + match[3]}
}

// next returns an expression whose first group is the leftmost match of re that begins
// after the first rune of a text.
func next(re *regexp.Regexp) *regexp.Regexp {
	return regexp.MustCompile(`\A(?s:.)(?s:.*?)((?:` + re.String() + `))`)
}
