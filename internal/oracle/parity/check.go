package parity

import (
	"fmt"
	"slices"
)

// Check collects the results of one case.
type Check struct {
	book   *deviations
	diffs  []difference
	listed bool
	void   bool

	uncoded []string // our errors without a declared code
}

// difference is one answer that differs.
type difference struct {
	what         string
	ours, theirs any
	diff         string
}

// Allowed is a difference that DEVIATIONS.md explains; see [Row].
type Allowed struct {
	id        string
	corrected func() any
}

// Row names a row of DEVIATIONS.md. corrected returns the reference's answer as
// that row changes it, with the type of the compared values. It is called only if
// the answers differ.
func Row(id string, corrected func() any) Allowed {
	return Allowed{id: id, corrected: corrected}
}

// Equal compares two JSON values, or structs of them. int64 and float64 differ,
// and so do null and a missing value.
func (c *Check) Equal(what string, ours, theirs any, rows ...Allowed) {
	c.compare(what, ours, theirs, rows, func(v any) any { return v })
}

// Texts compares two lists of texts as multisets, without regard to their order.
func (c *Check) Texts(what string, ours, theirs []string, rows ...Allowed) {
	c.compare(what, ours, theirs, rows, func(v any) any {
		sorted := append([]string{}, v.([]string)...) // nil counts as empty
		slices.Sort(sorted)
		return sorted
	})
}

// OneOf compares ours with a reference whose answer varies from run to run. Ours
// is equal if it is the first answer. Otherwise the reference is called [Often], and
// the case is listed under the given row of DEVIATIONS.md if ours is one of the
// answers.
func OneOf[T any](c *Check, what string, ours T, theirs func() T, row string) {
	var matched T
	first := theirs()
	c.Equal(what, ours, first, Row(row, func() any {
		matched, _ = Repeat(Often, theirs, func(answer T) bool { return Equal(ours, answer) })
		return matched
	}))
}

// Often is how many times [OneOf] calls a reference whose answer varies. An answer that it
// gives once in a hundred times is then missed once in 20,000 times: of 30 calls, one that it
// gives once in twenty times is missed every fifth time.
const Often = 1000

// Repeat30 calls the reference up to 30 times, until accept returns true. It
// returns the last answer and whether it was accepted.
func Repeat30[T any](theirs func() T, accept func(T) bool) (answer T, accepted bool) {
	return Repeat(30, theirs, accept)
}

// Repeat calls the reference up to a number of times, as [Repeat30] does.
func Repeat[T any](times int, theirs func() T, accept func(T) bool) (answer T, accepted bool) {
	for range times {
		if answer = theirs(); accept(answer) {
			return answer, true
		}
	}
	return answer, false
}

// Void excludes the case from the counts, because the reference has no answer.
// Differences that were found before still count.
func (c *Check) Void() { c.void = true }

// Fail reports a difference that the other methods cannot express.
func (c *Check) Fail(what string, ours, theirs any, format string, args ...any) {
	c.diffs = append(c.diffs, difference{what: what, ours: ours, theirs: theirs, diff: fmt.Sprintf(format, args...)})
}

func (c *Check) compare(what string, ours, theirs any, rows []Allowed, normal func(any) any) {
	for _, row := range rows {
		c.book.need(row.id)
	}
	a, b := normal(ours), normal(theirs)
	if Equal(a, b) {
		return
	}
	for _, row := range rows {
		if Equal(a, normal(row.corrected())) {
			c.listed = true
			return
		}
	}
	c.diffs = append(c.diffs, difference{what: what, ours: a, theirs: b, diff: Diff(a, b)})
}
