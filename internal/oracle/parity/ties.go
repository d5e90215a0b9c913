package parity

import "slices"

// Tied returns theirs with the candidates of ours, where the reference chooses at random
// among equal candidates. Each text that rank recognizes names a candidate; candidates with
// the same rank are equal. Tied replaces the candidates of theirs only if the candidates of
// ours are all different and have the same ranks; otherwise it returns theirs.
//
// It is meant for the corrected answer of a [Row].
func Tied(ours, theirs []string, rank func(text string) (rank string, named bool)) []string {
	named, ranks, _ := choices(ours, rank)
	_, theirRanks, others := choices(theirs, rank)
	slices.Sort(named)
	distinct := len(slices.Compact(slices.Clone(named))) == len(named)
	if !distinct || !slices.Equal(ranks, theirRanks) {
		return theirs
	}
	return append(named, others...)
}

// choices separates texts that name a candidate from the others. It also returns
// the sorted ranks of the former.
func choices(texts []string, rank func(string) (string, bool)) (named, ranks, others []string) {
	for _, text := range texts {
		if r, ok := rank(text); ok {
			named, ranks = append(named, text), append(ranks, r)
		} else {
			others = append(others, text)
		}
	}
	slices.Sort(ranks)
	return named, ranks, others
}
