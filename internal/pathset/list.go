package pathset

import "github.com/seed95800270/crdschema/structural/field"

// List lists paths in the order of a walk, up to the [Limit]. The zero List is empty and at
// the root.
type List struct {
	paths   []field.Path
	steps   []field.Step // the memory of the last paths
	current field.Path
	charge  int // the size of current
	total   int // the size of paths
}

const (
	usualLevels = 8       // of a path
	mostSteps   = 1 << 10 // in one allocation of short paths
)

// Enter moves to the value below step.
func (l *List) Enter(step field.Step) {
	if l.current == nil {
		l.current = make(field.Path, 0, usualLevels)
	}
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
	l.paths = append(l.paths, l.copied())
	l.total += l.charge
}

// copied returns a copy of the current path. Paths are cut out of common memory, without room
// to append: an allocation holds many.
func (l *List) copied() field.Path {
	n := len(l.current)
	if cap(l.steps)-len(l.steps) < n {
		l.steps = make([]field.Step, 0, max(n, min(2*cap(l.steps), mostSteps)))
	}
	start := len(l.steps)
	l.steps = append(l.steps, l.current...)
	return l.steps[start:len(l.steps):len(l.steps)]
}

// Full reports whether the paths reach the [Limit]. The walk must end then.
func (l *List) Full() bool { return l.total >= Limit }

// Paths returns the paths, or nil if the list is empty. They share no memory.
func (l *List) Paths() []field.Path { return l.paths }
