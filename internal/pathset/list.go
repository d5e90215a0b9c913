package pathset

import (
	"slices"

	"github.com/seed95800270/crdschema/structural/field"
)

// List lists paths in the order of a walk, up to the [Limit]. The zero List is empty and at
// the root.
type List struct {
	paths   []field.Path
	current field.Path
	charge  int // the size of current
	total   int // the size of paths
}

// Enter moves to the value below step.
func (l *List) Enter(step field.Step) {
	l.current = append(l.current, step)
	l.charge += chargeOf(step)
}

// Leave moves back from the last step.
func (l *List) Leave() {
	last := len(l.current) - 1
	l.charge -= chargeOf(l.current[last])
	l.current = l.current[:last]
}

// Add adds the path of the current value.
func (l *List) Add() {
	l.paths = append(l.paths, slices.Clone(l.current))
	l.total += l.charge
}

// Full reports whether the paths reach the [Limit]. The walk must end then.
func (l *List) Full() bool { return l.total >= Limit }

// Paths returns the paths, or nil if the list is empty. They share no memory.
func (l *List) Paths() []field.Path { return l.paths }
