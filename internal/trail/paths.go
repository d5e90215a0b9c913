package trail

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Paths are the places in the order of their steps (structural.Path.Compare), as
// many as the Budget allows but one at least; nil if there are none. Where steps
// were put below the same step more than once, they stay apart and in the order
// in which that was done. Paths share no memory. The trail must not be added to
// afterwards.
func (t *Trail) Paths() []structural.Path {
	if len(t.entries) == 0 {
		return nil
	}
	w := writer{budget: Budget}
	w.write(t.entries, 0)
	return w.paths
}

// writer goes through a trail. way is where it is.
type writer struct {
	paths  []structural.Path
	way    structural.Path
	budget int
}

// write goes depth first, so that it may stop as soon as the budget is used up:
// what it has not come to, it need not even sort. charge is the cost of the way
// to the entries.
func (w *writer) write(entries []entry, charge int) {
	slices.SortStableFunc(entries, func(a, b entry) int { return a.step.Compare(b.step) })
	for _, e := range entries {
		if w.budget <= 0 {
			return
		}
		w.way = append(w.way, e.step)
		charge := charge + stepCharge + len(e.step.Name())
		if len(e.children) == 0 {
			w.paths = append(w.paths, slices.Clone(w.way))
			w.budget -= charge
		} else {
			w.write(e.children, charge)
		}
		w.way = w.way[:len(w.way)-1]
	}
}
