package celrules

import (
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// valuePath is the path to the current value. It correlates values with their old ones only
// when an error needs it.
type valuePath struct {
	base     structural.Path // of the root
	elements []pathElement
}

// pathElement is one step, or the entry into a schema in allOf.
type pathElement struct {
	step       field.Step // of a branch, its index
	branch     bool
	correlated bool
	// current is the value with its old one, or nil without an old one. nearest is then
	// the nearest value above that has one.
	current, nearest *correlate.Node
}

func (p *valuePath) begin(w *work.Tracker, s *structural.Schema, in Input) {
	root := pathElement{correlated: true}
	if in.Old != nil && in.Tolerance == Ratchet {
		root.current = correlate.Start(w, s, in.Object, in.Old)
	}
	p.base, p.elements = in.Path, append(p.elements[:0], root)
}

func (p *valuePath) reset() {
	clear(p.elements[:cap(p.elements)])
	p.base, p.elements = nil, reusable(p.elements)
}

func (p *valuePath) enter(step field.Step) {
	p.elements = append(p.elements, pathElement{step: step})
}
func (p *valuePath) enterBranch(i int) {
	p.elements = append(p.elements, pathElement{step: structural.Index(i), branch: true})
}
func (p *valuePath) leave() { p.elements = p.elements[:len(p.elements)-1] }

func (p *valuePath) steps() structural.Path {
	path := append(make(structural.Path, 0, len(p.base)+len(p.elements)), p.base...)
	for i := range p.elements[1:] {
		if e := &p.elements[i+1]; !e.branch {
			path = append(path, e.step)
		}
	}
	return path
}

// rule returns the path of a rule of the current value in the schema.
func (p *valuePath) rule(i int) structural.Path {
	path := make(structural.Path, 0, 2*len(p.elements))
	for i := range p.elements[1:] {
		e := &p.elements[i+1]
		switch {
		case e.branch:
			path = append(path, structural.Field("allOf"), e.step)
		case e.step.Kind() == field.IndexStep:
			path = append(path, structural.Field("items"))
		case e.step.Kind() == field.KeyStep:
			path = append(path, structural.Field("additionalProperties"))
		default:
			path = append(path, structural.Field("properties"), structural.Key(e.step.Name()))
		}
	}
	return append(path, structural.Field("x-kubernetes-validations"), structural.Index(i))
}

// unchanged reports whether the current value or, without an old one, the nearest value
// above with an old one equals its old value.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel,
// ratchetingOptions.
func (p *valuePath) unchanged() bool {
	if root := &p.elements[0]; root.current == nil {
		return false
	}
	p.correlate()
	last := &p.elements[len(p.elements)-1]
	if last.current != nil {
		return last.current.Equal()
	}
	return last.nearest.Equal()
}

func (p *valuePath) correlate() {
	i := len(p.elements) - 1
	for !p.elements[i].correlated {
		i--
	}
	for ; i < len(p.elements)-1; i++ {
		p.elements[i+1].correlate(&p.elements[i])
	}
}

func (e *pathElement) correlate(parent *pathElement) {
	e.correlated = true
	switch {
	case e.branch:
		e.nearest = parent.nearest
	case parent.current == nil:
		e.nearest = parent.nearest
	case e.step.Kind() == field.IndexStep:
		e.current, e.nearest = parent.current.Index(e.step.Index()), parent.current
	case parent.nearest == nil && (e.step.Name() == "apiVersion" || e.step.Name() == "kind"):
		// The server does not tolerate errors of apiVersion and kind of the root.
	default:
		e.current, e.nearest = parent.current.Key(e.step.Name()), parent.current
	}
}
