package work

import (
	"math/bits"
	"slices"
	"strings"
)

// fewNames is the number of names that are sorted without looking at the context.
const fewNames = 1 << 12

// Sorted sorts names and returns them. If w fails, their order is undefined. w may be nil.
func Sorted(w *Tracker, names []string) []string {
	if len(names) <= fewNames || w == nil {
		slices.Sort(names)
		return names
	}
	SortFunc(w, names, strings.Compare)
	return names
}

// comparisonsApart is the number of comparisons between two looks at the context.
const comparisonsApart = 1 << 10

// SortFunc sorts as slices.SortFunc does. If w fails, the order is undefined. The steps
// depend on the length of the list only, because its order may come from a map.
func SortFunc[E any](w *Tracker, list []E, compare func(a, b E) int) {
	if !w.Step(len(list) * bits.Len(uint(len(list)))) {
		return
	}
	compared := 0
	slices.SortFunc(list, func(a, b E) int {
		if compared++; compared%comparisonsApart == 0 && !w.Look() || w.Failed() {
			return 0
		}
		return compare(a, b)
	})
}
