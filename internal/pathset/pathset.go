// Package pathset collects the paths that a walk through a value finds, as a tree: its memory
// is linear in the size of the value. It also bounds the paths of one result: the paths of a
// hundred thousand values a thousand levels deep would take gigabytes.
//
// A walk adds the last step of a path where it finds something. When it returns from a step,
// it puts everything that it found there below the step. A walk that finds nothing allocates
// nothing:
//
//	var found pathset.Set
//	mark := found.Mark()
//	walk(child)
//	found.Below(mark, step)
//
// [Set.Paths] returns the paths up to the limit. A walk may visit maps in any order.
package pathset

import (
	"context"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

// Limit bounds the size of the paths of one result in bytes: the length of their names and 16
// bytes for each step. The path that reaches it is the last. An object of 3 MiB, the largest
// that a server reads, has at least one path within the limit, and 200,000 if they are short.
const Limit = 4 << 20

const stepCharge = 16

func chargeOf(step field.Step) int { return stepCharge + len(step.Name()) }

// Set collects paths in one walk of one goroutine. The zero Set is empty.
type Set struct {
	// Nodes follow the nodes below them, so that a step of many paths is stored once. All
	// chunks except the last are full.
	full [][]pathNode
	last []pathNode
}

// pathNode is the end of a path if there is nothing below it, or else a step of paths.
type pathNode struct {
	step  field.Step
	below int // number of nodes below this one, before it
}

const chunk = 1 << 10

// Add adds the path that consists of step, relative to the current value.
func (s *Set) Add(step field.Step) { s.append(pathNode{step: step}) }

func (s *Set) append(n pathNode) {
	switch {
	case s.last == nil:
		s.last = make([]pathNode, 0, usualLevels)
	case len(s.last) == chunk:
		s.full = append(s.full, s.last)
		s.last = make([]pathNode, 0, chunk)
	}
	s.last = append(s.last, n)
}

func (s *Set) at(i int) *pathNode {
	if i/chunk < len(s.full) {
		return &s.full[i/chunk][i%chunk]
	}
	return &s.last[i%chunk]
}

// AddPath adds a path, relative to the current value, that is not empty.
func (s *Set) AddPath(p field.Path) {
	last := len(p) - 1
	mark := s.Mark()
	s.Add(p[last])
	for _, step := range slices.Backward(p[:last]) {
		s.Below(mark, step)
	}
}

// Mark returns the argument for [Set.Below] after the walk of the value below a step.
func (s *Set) Mark() int { return len(s.full)*chunk + len(s.last) }

// Below puts everything that was added since mark below step, if anything was.
func (s *Set) Below(mark int, step field.Step) {
	if n := s.Mark() - mark; n > 0 {
		s.append(pathNode{step, n})
	}
}

// appendChildren appends the numbers of the nodes in [from, to) that are not below another one.
func (s *Set) appendChildren(numbers []int, from, to int) []int {
	before := len(numbers)
	for i := to - 1; i >= from; i -= 1 + s.at(i).below {
		numbers = append(numbers, i)
	}
	slices.Reverse(numbers[before:])
	return numbers
}

// Paths returns the paths in the order of their steps (field.Path.Compare), as many as the
// [Limit] allows but at least one, or nil. Groups that were put below the same step stay
// separate, in the order in which they were put there. The paths share no memory. Nothing may
// be added to the set afterwards.
func (s *Set) Paths() []field.Path {
	if s.Mark() == 0 {
		return nil
	}
	unlimited := work.WithBudget(context.Background(), budget.Budget{Steps: math.MaxInt64})
	return s.PathsWithin(work.Start(unlimited, ""))
}

// PathsWithin returns [Set.Paths] and counts steps for it, or a part once the work has failed.
func (s *Set) PathsWithin(tracker *work.Tracker) []field.Path {
	if s.Mark() == 0 {
		return nil
	}
	var list List
	var nodes []int
	w := writer{set: s, list: &list, work: tracker, nodes: &nodes}
	w.write(0, s.Mark())
	return list.Paths()
}

// writer has pointers so that the tracker does not escape to the heap with the paths.
type writer struct {
	set   *Set
	list  *List
	work  *work.Tracker
	nodes *[]int // those of the walks under way, the innermost last
}

// write lists the paths of the nodes in [from, to), depth first: it can stop at the limit
// before it sorts all nodes.
func (w *writer) write(from, to int) {
	outer := len(*w.nodes)
	*w.nodes = w.set.appendChildren(*w.nodes, from, to)
	for _, i := range w.sorted((*w.nodes)[outer:]) {
		if w.list.Full() || !w.work.Step(1) {
			return
		}
		n := w.set.at(i)
		w.list.Enter(n.step)
		if n.below == 0 {
			w.list.Add()
		} else {
			w.write(i-n.below, i)
		}
		w.list.Leave()
	}
	*w.nodes = (*w.nodes)[:outer]
}

// run is the number of nodes that are sorted without a look at the context.
const run = 1 << 10

func (w *writer) compare(a, b int) int { return w.set.at(a).step.Compare(w.set.at(b).step) }

func (w *writer) sorted(nodes []int) []int {
	for some := range slices.Chunk(nodes, run) {
		if len(nodes) > run && !w.work.Step(len(some)) {
			return nil
		}
		slices.SortStableFunc(some, w.compare)
	}
	if len(nodes) <= run {
		return nodes
	}
	from, to := nodes, make([]int, len(nodes))
	for size := run; size < len(nodes); size *= 2 {
		if !w.merge(from, to, size) {
			return nil
		}
		from, to = to, from
	}
	return from
}

// merge merges pairs of sorted runs of length size, and reports whether to go on.
func (w *writer) merge(from, to []int, size int) bool {
	out := to[:0]
	for pair := range slices.Chunk(from, 2*size) {
		a, b := pair[:min(size, len(pair))], pair[min(size, len(pair)):]
		for len(a) > 0 && len(b) > 0 {
			if !w.work.Step(1) {
				return false
			}
			if w.compare(b[0], a[0]) < 0 {
				out, b = append(out, b[0]), b[1:]
			} else {
				out, a = append(out, a[0]), a[1:]
			}
		}
		out = append(append(out, a...), b...)
	}
	return true
}

// Counter bounds the paths of a walk that does not use a [Set].
type Counter struct {
	current int // charge of the path to the current value
	total   int
}

// Enter moves to the value below step.
func (c *Counter) Enter(step field.Step) { c.current += chargeOf(step) }

// Leave moves back from the value below step.
func (c *Counter) Leave(step field.Step) { c.current -= chargeOf(step) }

// Count counts a path relative to the current value.
func (c *Counter) Count(path ...field.Step) {
	c.total += c.current
	for _, step := range path {
		c.total += chargeOf(step)
	}
}

// Exceeded reports whether the paths that were counted exceed the [Limit].
func (c *Counter) Exceeded() bool { return c.total > Limit }
