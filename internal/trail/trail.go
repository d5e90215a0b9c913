// Package trail remembers where a walk through a value found something, in
// memory that is linear in the size of the value: as a tree, not as a list of
// paths, each as long as its end is deep.
//
// A walk adds the last step of a place where it finds something, and on the way
// back up puts everything that was found below a step under it. A walk that
// finds nothing costs next to nothing and allocates nothing:
//
//	var found trail.Trail
//	mark := found.Mark()
//	walk(child)
//	found.Below(mark, step)
//
// Only Paths writes paths, and no more than a fixed amount of them: a hundred
// thousand places a thousand levels deep would take gigabytes. Which ones it
// leaves out depends on the places alone, not on the order of the walk, so that
// walks may go through maps as they come.
package trail

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Budget bounds what Paths returns: when that many bytes are used up no path
// follows. Each path is charged its names and stepCharge for each of its steps.
// An object of 3 MiB, the largest that a server reads, has one path at least
// within it, a million of them if they are short.
const Budget = 16 << 20

// stepCharge is about what the text of a step takes beside its name.
const stepCharge = 16

// Trail collects places. The zero value is empty and ready to use. It is meant
// for one walk of one goroutine.
type Trail struct{ entries []entry }

// entry is a place if it has no children, else a step on the way to places.
type entry struct {
	step     structural.Step
	children []entry
}

// Add remembers the place that step leads to from the value at hand.
func (t *Trail) Add(step structural.Step) { t.entries = append(t.entries, entry{step: step}) }

// AddPath remembers the place that p leads to, which is not empty, from the
// value at hand.
func (t *Trail) AddPath(p structural.Path) {
	last := len(p) - 1
	mark := t.Mark()
	t.Add(p[last])
	for _, step := range slices.Backward(p[:last]) {
		t.Below(mark, step)
	}
}

// Mark is what to give to Below once the value below a step has been walked
// through.
func (t *Trail) Mark() int { return len(t.entries) }

// Below puts everything that was added since mark below step, if anything was.
// Every entry is moved once for each mark around it that found something, and
// is then part of one entry: this is what keeps a deep walk linear.
func (t *Trail) Below(mark int, step structural.Step) {
	if mark < len(t.entries) {
		t.wrap(mark, step)
	}
}

// wrap is not part of Below so that a walk has that inlined.
func (t *Trail) wrap(mark int, step structural.Step) {
	children := slices.Clone(t.entries[mark:])
	t.entries = append(t.entries[:mark], entry{step, children})
}
