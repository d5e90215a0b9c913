package celrules

import (
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/structural"
)

// trail is the way to the current value. What is known of old values on it is
// found out when an error asks for it.
type trail struct {
	links []link // the first is the root
}

// link is one step, or the entry into a branch of allOf.
type link struct {
	step   structural.Step
	branch bool
	known  bool
	// current is the value with its old one, nil if it has none; then nearest
	// is the next one above that has an old value.
	current, nearest *correlate.Node
}

func (t *trail) begin(s *structural.Schema, in Input) {
	root := link{known: true}
	if in.Old != nil && in.Tolerance == Ratchet {
		root.current = correlate.Start(s, in.Object, in.Old)
	}
	t.links = append(t.links[:0], root)
}

func (t *trail) end() {
	clear(t.links[:cap(t.links)])
	t.links = scratch(t.links)
}

func (t *trail) enter(step structural.Step) { t.links = append(t.links, link{step: step}) }
func (t *trail) enterBranch()               { t.links = append(t.links, link{branch: true}) }
func (t *trail) leave()                     { t.links = t.links[:len(t.links)-1] }

// path is where the current value is.
func (t *trail) path() structural.Path {
	path := make(structural.Path, 0, len(t.links))
	for i := range t.links[1:] {
		if l := &t.links[i+1]; !l.branch {
			path = append(path, l.step)
		}
	}
	return path
}

// unchanged tells whether the current value is the same as its old one or, if
// it has none, the nearest one above that has.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// ratchetingOptions.
func (t *trail) unchanged() bool {
	if root := &t.links[0]; root.current == nil {
		return false
	}
	t.find()
	last := &t.links[len(t.links)-1]
	if last.current != nil {
		return last.current.Equal()
	}
	return last.nearest.Equal()
}

// find goes on from the last link that is known.
func (t *trail) find() {
	i := len(t.links) - 1
	for !t.links[i].known {
		i--
	}
	for ; i < len(t.links)-1; i++ {
		t.links[i+1].follow(&t.links[i])
	}
}

func (l *link) follow(from *link) {
	l.known = true
	switch {
	case l.branch:
		l.nearest = from.nearest
	case from.current == nil:
		l.nearest = from.nearest
	case l.step.Kind() == structural.IndexStep:
		l.current, l.nearest = from.current.Index(l.step.Index()), from.current
	case from.nearest == nil && (l.step.Name() == "apiVersion" || l.step.Name() == "kind"):
		// Those of the root are never tolerated: they are the same anyway.
	default:
		l.current, l.nearest = from.current.Key(l.step.Name()), from.current
	}
}
