package pruning

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// sorted sorts paths in place as a server does, by text. Each text is printed
// once: all of them together are bounded, but one may be as long as the object.
func sorted(paths []structural.Path) []structural.Path {
	if len(paths) < 2 {
		return paths
	}
	type printed struct {
		path structural.Path
		text string
	}
	all := make([]printed, len(paths))
	for i, path := range paths {
		all[i] = printed{path, path.Dotted()}
	}
	slices.SortFunc(all, func(a, b printed) int {
		return cmp.Or(strings.Compare(a.text, b.text), a.path.Compare(b.path))
	})
	for i := range all {
		paths[i] = all[i].path
	}
	return paths
}

// withoutMeta leaves out apiVersion, kind and metadata at the very top: they
// are not for a schema to specify, and go unreported.
func withoutMeta(paths []structural.Path) []structural.Path {
	left := slices.DeleteFunc(paths, func(p structural.Path) bool {
		return len(p) == 1 && field.IsMeta(p[0].Name())
	})
	if len(left) == 0 {
		return nil
	}
	return left
}
