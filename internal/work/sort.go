package work

import (
	"slices"
	"strings"
)

// fewNames is the number of names up to which they are sorted without looking at the
// context.
const fewNames = 1 << 12

// Sorted sorts names and returns them, unless w fails: then their order means nothing. w may
// be nil.
func Sorted(w *Tracker, names []string) []string {
	if len(names) <= fewNames || w == nil {
		slices.Sort(names)
		return names
	}
	slices.SortFunc(names, func(a, b string) int {
		if !w.Step(1) {
			return 0
		}
		return strings.Compare(a, b)
	})
	return names
}
