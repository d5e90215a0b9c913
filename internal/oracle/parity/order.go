package parity

import (
	"fmt"
	"slices"
)

// EachOnce returns the texts without repetitions, each where it is first.
func EachOnce(texts []string) (out []string) {
	seen := map[string]bool{}
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

// enoughAnswers is how many answers Inversion asks for when each pair is in order.
const enoughAnswers = 3

// Inversion describes two texts of ours that are in the other order in every answer that has
// both, or returns "". It asks until no such pair is left, at most so many times: the answers
// of the reference depend on the order of its maps.
func Inversion(ours []string, times int, ask func() []string) string {
	inOrder := map[[2]int]bool{} // whether two texts were in our order at least once
	for n := range times {
		compareOrder(inOrder, ours, ask())
		if n+1 >= enoughAnswers && inverted(inOrder, ours) == "" {
			return ""
		}
	}
	return inverted(inOrder, ours)
}

func compareOrder(inOrder map[[2]int]bool, ours, theirs []string) {
	at := make([]int, len(ours))
	for i, text := range ours {
		at[i] = slices.Index(theirs, text)
		for j := range i {
			if at[i] >= 0 && at[j] >= 0 {
				inOrder[[2]int{j, i}] = inOrder[[2]int{j, i}] || at[j] < at[i]
			}
		}
	}
}

func inverted(inOrder map[[2]int]bool, ours []string) string {
	for i := range ours {
		for j := range i {
			if ok, together := inOrder[[2]int{j, i}]; together && !ok {
				return fmt.Sprintf("%q comes after %q in the reference", ours[j], ours[i])
			}
		}
	}
	return ""
}
