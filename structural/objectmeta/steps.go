package objectmeta

import (
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// stepStack is the path to a value. It does not allocate unless it is long.
type stepStack struct {
	first [8]field.Step
	depth int
	more  structural.Path // beyond first
}

func (p *stepStack) enter(step field.Step) {
	if p.depth < len(p.first) {
		p.first[p.depth] = step
	} else {
		p.more = append(p.more, step)
	}
	p.depth++
}

func (p *stepStack) leave() {
	p.depth--
	p.more = p.more[:max(0, p.depth-len(p.first))]
}

// path returns a copy.
func (p *stepStack) path() structural.Path {
	return structural.Path.Append(p.first[:min(p.depth, len(p.first))], p.more...)
}
