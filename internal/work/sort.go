package work

import (
	"slices"
	"strings"
)

// fewNames is the number of elements up to which they are sorted without looking at the
// context.
const fewNames = 1 << 12

// Sorted sorts names and returns them, unless w fails: then their order means nothing. w may
// be nil.
func Sorted(w *Tracker, names []string) []string {
	if len(names) <= fewNames || w == nil {
		slices.Sort(names)
		return names
	}
	SortFunc(w, names, strings.Compare)
	return names
}

// SortFunc sorts a list as slices.SortFunc does, unless w fails: then its order means nothing.
func SortFunc[E any](w *Tracker, list []E, compare func(a, b E) int) {
	slices.SortFunc(list, func(a, b E) int {
		if !w.Step(1) {
			return 0
		}
		return compare(a, b)
	})
}
