package pruning

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// paths returns the paths of the dropped fields in the order of their texts, or the
// error that ended the call.
func (p *objectPruner) paths() ([]structural.Path, error) {
	paths := sortByText(p.work, p.dropped.PathsWithin(p.work))
	if err := p.work.Err(); err != nil {
		return nil, err
	}
	return paths, nil
}

// printed is a path with its text.
type printed struct {
	path structural.Path
	text string
}

// sortByText sorts paths in place as a server does, by text, and returns them. Each
// text is printed once: all of them together are bounded, but one may be as long as
// the object. Once w has failed, the order means nothing.
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

// textsPerStep is the number of bytes that are compared in one step.
const textsPerStep = 1 << 8

// compare compares two paths by their texts. It says that they are equal once w has
// failed, so that sorting ends soon.
func compare(w *work.Tracker, a, b printed) int {
	if !w.Step(1 + min(len(a.text), len(b.text))/textsPerStep) {
		return 0
	}
	if order := strings.Compare(a.text, b.text); order != 0 {
		return order
	}
	return a.path.Compare(b.path)
}

// withoutMeta returns paths without apiVersion, kind and metadata of the root, which
// no schema specifies and the server does not report.
func withoutMeta(paths []structural.Path) []structural.Path {
	left := slices.DeleteFunc(paths, func(p structural.Path) bool {
		return len(p) == 1 && field.IsMeta(p[0].Name())
	})
	if len(left) == 0 {
		return nil
	}
	return left
}
