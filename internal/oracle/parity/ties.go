package parity

import "slices"

// Tied returns theirs as it would be had the reference chosen like ours among
// equals. Of equal candidates the reference names an arbitrary few, one in each
// text that rank recognizes; candidates are equal if they have the same rank. The
// choices of ours are taken over only if they are as many, of the same ranks and
// all different; otherwise Tied returns theirs.
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

// choices splits texts into those that name a candidate and others. It returns
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
