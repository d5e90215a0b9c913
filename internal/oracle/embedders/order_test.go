package embedders

import (
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural/field"
)

// The rows of DEVIATIONS.md about the order of maps: of several embedded resources that
// cannot be decoded the reference reports one, and the costs of rules, and what is
// evaluated before a budget ends, depend on the order.
const (
	decodesInOrder   = "D2"
	evaluatesInOrder = "D41"
)

// compareTraces compares a replacement with the reference, whose answer may vary: of
// errors with paths that are spelled alike it reports one.
func compareTraces(c *parity.Check, ours trace, theirs func() trace) {
	for _, f := range ours.found {
		if f.err.Kind != field.UnknownField {
			c.Coded(f.err)
		}
	}
	want := ours.answer()
	ask := func() any { t := theirs(); return t.answer() }
	same := func(answer any) bool { return parity.Equal(answer, want) }
	row := decodesInOrder
	got := ask()
	if ours.ran(rules) {
		row = evaluatesInOrder
	} else if !same(got) {
		got, _ = parity.Repeat30(ask, same)
	}
	c.Equal("answer", want, got, parity.Row(row, func() any {
		for range 10 {
			var found bool
			if got, found = parity.Repeat30(ask, same); found {
				break
			}
		}
		return got
	}))
}

// shuffled returns r with copies of its objects.
func (r request) shuffled() request {
	r.object = parity.Shuffled(r.object)
	if r.old != nil {
		r.old = parity.Shuffled(r.old)
	}
	return r
}
