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
	"context"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/work"
)

// Limit bounds the size of the paths of one result in bytes: after the path that
// reaches it there are no others. The size of a path is the length of its names and
// 16 bytes for each step. An object of 3 MiB, the largest that a server reads, has at
// least one path within the limit, and 200,000 if they are short.
const Limit = 4 << 20

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
	unlimited := work.WithBudget(context.Background(), work.Budget{Steps: math.MaxInt64})
	return s.PathsWithin(work.Start(unlimited, ""))
}

// PathsWithin returns what [Set.Paths] returns, and counts steps for it. It returns a part
// once the work has failed.
func (s *Set) PathsWithin(tracker *work.Tracker) []field.Path {
	if len(s.nodes) == 0 {
		return nil
	}
	w := writer{left: Limit, work: tracker}
	w.write(s.nodes, 0)
	return w.paths
}

// writer writes the paths of a set.
type writer struct {
	paths []field.Path
	path  field.Path // to the current nodes
	left  int        // of the Limit
	work  *work.Tracker
}

// write appends the paths of nodes, depth first, so that it can stop at the limit
// before it sorts all nodes. charge is the size of the path to the nodes.
func (w *writer) write(nodes []node, charge int) {
	w.sort(nodes)
	for _, n := range nodes {
		if w.left <= 0 || !w.work.Step(1) {
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

// run is the number of nodes that are sorted without a look at the context.
const run = 1 << 10

// sort sorts nodes by their steps. It leaves those with the same step in their order.
func (w *writer) sort(nodes []node) {
	compare := func(a, b node) int { return a.step.Compare(b.step) }
	if len(nodes) <= run {
		slices.SortStableFunc(nodes, compare)
		return
	}
	for some := range slices.Chunk(nodes, run) {
		if !w.work.Step(len(some)) {
			return
		}
		slices.SortStableFunc(some, compare)
	}
	from, to := nodes, make([]node, len(nodes))
	for size := run; size < len(nodes); size *= 2 {
		if !w.merge(from, to, size) {
			return
		}
		from, to = to, from
	}
	copy(nodes, from)
}

// merge merges pairs of sorted runs of a size in from into to, and reports whether to go on.
func (w *writer) merge(from, to []node, size int) bool {
	out := to[:0]
	for pair := range slices.Chunk(from, 2*size) {
		a, b := pair[:min(size, len(pair))], pair[min(size, len(pair)):]
		for len(a) > 0 && len(b) > 0 {
			if !w.work.Step(1) {
				return false
			}
			if b[0].step.Compare(a[0].step) < 0 {
				out, b = append(out, b[0]), b[1:]
			} else {
				out, a = append(out, a[0]), a[1:]
			}
		}
		out = append(append(out, a...), b...)
	}
	return true
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
