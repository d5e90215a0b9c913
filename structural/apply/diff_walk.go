package apply

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

type differ struct {
	work  *work.Tracker
	found []difference
	size  int // of the paths of found
}

type difference struct {
	kind     ChangeKind
	at       *pathNode
	old, new any
}

type pathNode struct {
	parent  *pathNode
	element PathElement
	depth   int
	size    int // of the path, in bytes of memory and text
}

// maxPathBytes limits all paths together. In a deep object with long names they could be many
// times as large as the object.
const maxPathBytes = 64 << 20

// elementBytes is about the size of a path element without its text.
const elementBytes = 64

func (p *pathNode) step(e PathElement) *pathNode {
	return &pathNode{parent: p, element: e, depth: p.depth + 1, size: p.size + len(e.String()) + elementBytes}
}

func (p *pathNode) path() Path {
	out := make(Path, p.depth)
	for ; p.depth > 0; p = p.parent {
		out[p.depth-1] = p.element
	}
	return out
}

func (d *differ) add(kind ChangeKind, at *pathNode, before, after any) {
	d.found = append(d.found, difference{kind: kind, at: at, old: before, new: after})
	d.size += at.size
}

func (d *differ) result() Changes {
	var out Changes
	for _, f := range d.found {
		if !d.work.Step(1 + f.at.depth) {
			return nil
		}
		out = append(out, Change{Kind: f.kind, Path: f.at.path(), Old: f.old, New: f.new})
	}
	return out
}

func (d *differ) value(at *pathNode, t nodeType, before, after any) {
	if !d.work.Step(1) {
		return
	}
	count, size := len(d.found), d.size
	if !d.contents(at, t, before, after) {
		if !d.same(before, after) {
			d.add(Modified, at, before, after)
		}
		return
	}
	if d.size > maxPathBytes {
		d.found, d.size = d.found[:count], size
		d.add(Modified, at, before, after)
	}
}

// contents reports false for values that are not two objects or two lists.
func (d *differ) contents(at *pathNode, t nodeType, before, after any) bool {
	switch a := before.(type) {
	case map[string]any:
		b, ok := after.(map[string]any)
		if ok {
			d.fields(at, t, a, b)
		}
		return ok
	case []any:
		b, ok := after.([]any)
		if ok {
			d.list(at, t, a, b)
		}
		return ok
	}
	return false
}

func (d *differ) fields(at *pathNode, t nodeType, before, after map[string]any) {
	if !d.work.Step(len(before) + len(after)) {
		return
	}
	for _, name := range d.sortedNames(before, after) {
		if d.work.Failed() {
			return
		}
		field := at.step(PathElement{Kind: FieldElement, Field: name})
		a, inOld := before[name]
		b, inNew := after[name]
		switch {
		case !inOld:
			d.add(Added, field, nil, b)
		case !inNew:
			d.add(Removed, field, a, nil)
		default:
			d.value(field, t.field(name), a, b)
		}
	}
}

func (d *differ) sortedNames(a, b map[string]any) []string {
	names := slices.AppendSeq(make([]string, 0, len(a)), maps.Keys(a))
	for name := range b {
		if _, found := a[name]; !found {
			names = append(names, name)
		}
	}
	return work.Sorted(d.work, names)
}

// same counts its steps: aligning a list compares values many times.
func (d *differ) same(a, b any) bool {
	if !d.work.Step(1) {
		return false
	}
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		equal := true
		for name, v := range a { // all of them, so that the steps do not depend on the order
			other, found := b[name]
			equal = found && d.equal(v, other) && equal
			if d.work.Failed() {
				return false
			}
		}
		return equal
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i, v := range a {
			if !d.equal(v, b[i]) {
				return false
			}
		}
		return true
	case string:
		d.work.Step(len(a) / 64)
	}
	return same(a, b)
}

func (d *differ) equal(a, b any) bool {
	switch a.(type) {
	case map[string]any, []any, string:
		return d.same(a, b)
	}
	return d.work.Step(1) && structural.Equal(a, b)
}

func same(a, b any) bool {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(float64); ok {
			return float64(a) == b && int64(b) == a
		}
	case float64:
		if b, ok := b.(int64); ok {
			return same(b, a)
		}
	}
	return structural.Equal(a, b)
}
