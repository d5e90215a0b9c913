package apply

import "github.com/seed95800270/crdschema/internal/work"

func (d *differ) list(at *pathNode, t nodeType, before, after []any) {
	if t.elements() != byPosition {
		old, unique := d.indexOf(t, before)
		if now, also := d.indexOf(t, after); unique && also {
			d.associative(at, t, old, now)
			if reordered(old, now) {
				d.add(Reordered, at, before, after)
			}
			return
		}
	}
	d.positions(at, t, before, after)
}

type index struct {
	list     []any
	elements []PathElement
	texts    []string
	byText   map[string]int
}

// indexOf reports whether the keys or values are unique.
func (d *differ) indexOf(t nodeType, list []any) (index, bool) {
	x := index{list: list, byText: make(map[string]int, len(list))}
	for i, v := range list {
		e := t.element(v)
		known := lengthOfStrings(e)
		if !d.work.Step(2+4*len(e.Key)) || !d.work.Make(len(e.Key)/fewKeys) || !d.count(known) {
			return x, false
		}
		text := e.String()
		if !d.count(len(text) - known) {
			return x, false
		}
		if _, repeated := x.byText[text]; repeated {
			return x, false
		}
		x.byText[text] = i
		x.elements, x.texts = append(x.elements, e), append(x.texts, text)
	}
	return x, true
}

// count counts bytes of a text.
func (d *differ) count(bytes int) bool {
	return d.work.Step(bytes/printedPerStep) && d.work.Make(bytes/work.BytesPerValue)
}

// lengthOfStrings returns the length of the strings that the text of an element holds at least:
// they count before the text is made, which takes 50 ms for a megabyte.
func lengthOfStrings(e PathElement) int {
	text, _ := e.Value.(string)
	n := len(text)
	for _, f := range e.Key {
		text, _ := f.Value.(string)
		n += len(text)
	}
	return n
}

func (d *differ) associative(at *pathNode, t nodeType, old, now index) {
	for i, v := range now.list {
		if d.work.Failed() {
			return
		}
		j, found := old.byText[now.texts[i]]
		switch {
		case !found:
			d.add(Added, at.step(now.elements[i]), nil, v)
		case t.elements() == byKey:
			d.value(at.step(now.elements[i]), t.item(), old.list[j], v)
		}
	}
	for i, v := range old.list {
		if _, found := now.byText[old.texts[i]]; !found {
			d.add(Removed, at.step(old.elements[i]), v, nil)
		}
	}
}

func reordered(old, now index) bool {
	last := -1
	for _, text := range now.texts {
		i, found := old.byText[text]
		if found && i < last {
			return true
		}
		if found {
			last = i
		}
	}
	return false
}

func (d *differ) positions(at *pathNode, t nodeType, before, after []any) {
	start := 0
	if len(before) != len(after) && at.depth < maxAlignDepth {
		start = d.commonPrefix(before, after)
		before, after = before[start:], after[start:]
		end := d.commonSuffix(before, after)
		before, after = before[:len(before)-end], after[:len(after)-end]
	}
	step := func(i int) *pathNode { return at.step(PathElement{Kind: IndexElement, Index: start + i}) }
	paired := min(len(before), len(after))
	for i := range paired {
		if !d.work.Step(1) {
			return
		}
		d.value(step(i), t.item(), before[i], after[i])
	}
	if !d.work.Step(len(before) + len(after)) {
		return
	}
	for i, v := range after[paired:] {
		d.add(Added, step(paired+i), nil, v)
	}
	for i, v := range before[paired:] {
		d.add(Removed, step(paired+i), v, nil)
	}
}

// maxAlignDepth is the depth from which lists of different lengths are compared by position:
// aligning them compares everything below them once for each level.
const maxAlignDepth = 64

func (d *differ) commonPrefix(a, b []any) int {
	for i := range min(len(a), len(b)) {
		if !d.same(a[i], b[i]) {
			return i
		}
	}
	return min(len(a), len(b))
}

func (d *differ) commonSuffix(a, b []any) int {
	n := 0
	for n < min(len(a), len(b)) && d.same(a[len(a)-1-n], b[len(b)-1-n]) {
		n++
	}
	return n
}
