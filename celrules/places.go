package celrules

import (
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// places is a set of places in a schema, with all above them. A nil places has
// none.
type places struct{ below map[structural.Step]*places }

// owners are the schemas that have errors.
func owners(errs structural.Errors) *places {
	var root *places
	for _, e := range errs {
		if root == nil {
			root = &places{}
		}
		at := root
		for _, step := range field.Owner(e) {
			next := at.below[step]
			if next == nil {
				next = &places{}
				if at.below == nil {
					at.below = map[structural.Step]*places{}
				}
				at.below[step] = next
			}
			at = next
		}
	}
	return root
}

// at is the part of the set one step further down.
func (p *places) at(step structural.Step) *places {
	if p == nil {
		return nil
	}
	return p.below[step]
}
