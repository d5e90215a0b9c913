package pruning

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func (p *objectPruner) report(v, out any, changed bool) ([]structural.Path, error) {
	var list pathset.List
	r := droppedFields{work: p.work, list: &list}
	if changed && !p.work.Failed() {
		r.value(v, out)
	}
	paths := sortByText(p.work, list.Paths())
	if err := p.work.Err(); err != nil {
		return nil, err
	}
	return paths, nil
}

// droppedFields lists the dropped fields. A separate walk can go in the order of the steps and
// end at the limit, so it does not collect paths that are never reported.
// list is a pointer so that the tracker does not escape to the heap with the paths.
type droppedFields struct {
	work *work.Tracker
	list *pathset.List
}

func (r *droppedFields) value(before, after any) {
	switch before := before.(type) {
	case map[string]any:
		after := after.(map[string]any)
		for _, name := range work.Sorted(r.work, r.changed(before, after)) {
			v, kept := after[name]
			if !r.step(structural.Field(name), before[name], v, kept) {
				return
			}
		}
	case []any:
		for i, v := range after.([]any) {
			if !same(before[i], v) && !r.step(structural.Index(i), before[i], v, true) || !r.work.Step(1) {
				return
			}
		}
	}
}

func (r *droppedFields) changed(before, after map[string]any) []string {
	names := make([]string, 0, len(before)-len(after))
	for name, v := range before {
		if !r.work.Step(1) {
			break
		}
		if now, kept := after[name]; !kept || !same(v, now) {
			names = append(names, name)
		}
	}
	return names
}

func (r *droppedFields) step(step field.Step, before, after any, kept bool) bool {
	r.list.Enter(step)
	if kept {
		r.value(before, after)
	} else {
		r.list.Add()
	}
	r.list.Leave()
	return !r.list.Full() && r.work.Step(1)
}

// same reports whether before was not pruned: pruned values are copies.
func same(before, after any) bool {
	return isScalar(before) || work.IdentityOf(before) == work.IdentityOf(after)
}

type printed struct {
	path structural.Path
	text string
}

// sortByText sorts paths by text, as a server does, printing each once. The order is not
// valid after w has failed.
func sortByText(w *work.Tracker, paths []structural.Path) []structural.Path {
	if len(paths) < 2 {
		return paths
	}
	all := make([]printed, 0, len(paths))
	for _, path := range paths {
		if !w.Step(len(path)) {
			return paths
		}
		all = append(all, printed{path, path.Dotted()})
	}
	slices.SortFunc(all, func(a, b printed) int { return compare(w, a, b) })
	for i := range all {
		paths[i] = all[i].path
	}
	return paths
}

const textsPerStep = 1 << 8

// compare returns 0 after w has failed, so that sorting ends soon.
func compare(w *work.Tracker, a, b printed) int {
	if !w.Step(1 + min(len(a.text), len(b.text))/textsPerStep) {
		return 0
	}
	if order := strings.Compare(a.text, b.text); order != 0 {
		return order
	}
	return a.path.Compare(b.path)
}

// withoutMeta drops what the server does not report: apiVersion, kind and metadata of the
// root.
func withoutMeta(paths []structural.Path) []structural.Path {
	left := slices.DeleteFunc(paths, func(p structural.Path) bool {
		return len(p) == 1 && names.IsMeta(p[0].Name())
	})
	if len(left) == 0 {
		return nil
	}
	return left
}
