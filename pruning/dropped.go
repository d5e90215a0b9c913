package pruning

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// MaxDroppedSteps bounds the length of all reported paths together, in steps.
// What is dropped beyond it is not reported. No object comes near that was
// written by hand or by a controller; but hundreds of thousands of unknown
// fields thousands of levels deep would otherwise make a report thousands of
// times the size of the object.
const MaxDroppedSteps = 1 << 22

// droppings collects the paths of dropped fields. Paths grow backwards while
// the walk unwinds, so that an object that drops nothing never builds one.
type droppings struct {
	paths []structural.Path
	steps int
}

// drop reports a dropped field of the node at depth. Fields of object metadata
// at the very top are not for a schema to specify and go unreported.
func (d *droppings) drop(field string, n node, depth int) {
	if depth == 0 && n.schema != nil && isMeta(field) {
		return
	}
	if d.steps += depth + 1; d.steps > MaxDroppedSteps {
		return
	}
	d.paths = append(d.paths, append(make(structural.Path, 0, depth+1), structural.Field(field)))
}

// below puts the paths reported since before under step.
func (d *droppings) below(before int, step structural.Step) {
	for i := before; i < len(d.paths); i++ {
		d.paths[i] = append(d.paths[i], step)
	}
}

// sorted turns the paths around and sorts them as a server does, by text.
func (d *droppings) sorted() []structural.Path {
	if len(d.paths) == 0 {
		return nil
	}
	type printed struct {
		path structural.Path
		text string
	}
	all := make([]printed, len(d.paths))
	for i, path := range d.paths {
		slices.Reverse(path)
		all[i] = printed{path, path.Dotted()}
	}
	slices.SortFunc(all, func(a, b printed) int {
		return cmp.Or(strings.Compare(a.text, b.text), a.path.Compare(b.path))
	})
	for i := range all {
		d.paths[i] = all[i].path
	}
	return d.paths
}
