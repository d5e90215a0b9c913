// Package pathset collects the paths that a walk through a value finds. It holds them
// as a tree, so that the memory is linear in the size of the value. It also bounds
// the paths of one result: those of a hundred thousand values a thousand levels deep
// would take gigabytes.
//
// A walk adds the last step of a path where it finds something. When it returns from
// a step, it puts everything that it found there below the step. A walk that finds
// nothing allocates nothing:
//
//	var found pathset.Set
//	mark := found.Mark()
//	walk(child)
//	found.Below(mark, step)
//
// [Set.Paths] returns the paths, up to the limit. Which ones it leaves out does not
// depend on the order of the walk, so that a walk may visit maps in any order.
package pathset

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/field"
)

// Limit bounds the size of the paths of one result in bytes: after the path that
// reaches it there are no others. The size of a path is the length of its names and
// 16 bytes for each step. An object of
// 3 MiB, the largest that a server reads, has at least one path within the limit,
// and a million if they are short.
const Limit = 16 << 20

// stepCharge is the size of a step without its name, in bytes.
const stepCharge = 16

// chargeOf returns the size of a step of a path.
func chargeOf(step field.Step) int { return stepCharge + len(step.Name()) }

// Set collects paths in one walk of one goroutine. The zero Set is empty.
type Set struct{ nodes []node }

// node is the end of a path if it has no children, else a step of paths.
type node struct {
	step     field.Step
	children []node
}

// Add adds the path that consists of step, relative to the current value.
func (s *Set) Add(step field.Step) { s.nodes = append(s.nodes, node{step: step}) }

// AddPath adds a path, which is not empty, relative to the current value.
func (s *Set) AddPath(p field.Path) {
	last := len(p) - 1
	mark := s.Mark()
	s.Add(p[last])
	for _, step := range slices.Backward(p[:last]) {
		s.Below(mark, step)
	}
}

// Mark returns the argument for [Set.Below] after the value below a step has been
// walked.
func (s *Set) Mark() int { return len(s.nodes) }

// Below puts everything that was added since mark below step, if anything was.
// It makes one node of them, so that a deep walk moves every node only once.
func (s *Set) Below(mark int, step field.Step) {
	if mark < len(s.nodes) {
		s.wrap(mark, step)
	}
}

// wrap moves the nodes since mark below step. It is not part of Below, which is
// small enough to be inlined.
func (s *Set) wrap(mark int, step field.Step) {
	children := slices.Clone(s.nodes[mark:])
	s.nodes = append(s.nodes[:mark], node{step, children})
}

// Paths returns the paths in the order of their steps (field.Path.Compare), as
// many as the [Limit] allows but at least one, or nil if there are none. Where
// steps were put below the same step more than once, they stay separate, in the order
// in which they were put there. The paths share no memory. Nothing may be added to
// the set afterwards.
func (s *Set) Paths() []field.Path {
	if len(s.nodes) == 0 {
		return nil
	}
	w := writer{left: Limit}
	w.write(s.nodes, 0)
	return w.paths
}

// writer writes the paths of a set.
type writer struct {
	paths []field.Path
	path  field.Path // to the current nodes
	left  int        // of the Limit
}

// write appends the paths of nodes, depth first, so that it can stop at the limit
// before it sorts all nodes. charge is the size of the path to the nodes.
func (w *writer) write(nodes []node, charge int) {
	slices.SortStableFunc(nodes, func(a, b node) int { return a.step.Compare(b.step) })
	for _, n := range nodes {
		if w.left <= 0 {
			return
		}
		w.path = append(w.path, n.step)
		charge := charge + chargeOf(n.step)
		if len(n.children) == 0 {
			w.paths = append(w.paths, slices.Clone(w.path))
			w.left -= charge
		} else {
			w.write(n.children, charge)
		}
		w.path = w.path[:len(w.path)-1]
	}
}

// Counter bounds the paths of a walk that does not use a [Set]. The zero Counter
// is at the root and has counted nothing.
type Counter struct {
	current int // charge of the path to the current value
	total   int
}

// Enter moves the counter to the value below step.
func (c *Counter) Enter(step field.Step) { c.current += chargeOf(step) }

// Leave moves the counter back from the value below step.
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
