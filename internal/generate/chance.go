package generate

import (
	"math/bits"
	"math/rand/v2"
)

// chance draws from a fixed stream of numbers. It reduces them itself, because
// only the source, not what rand.Rand makes of it, is specified.
type chance struct{ source *rand.PCG }

func newChance(seed uint64) chance {
	return chance{rand.NewPCG(seed, 0x9e3779b97f4a7c15)}
}

// below is a number from 0 to n-1, 0 if n is less than 1.
func (c chance) below(n int) int {
	if n < 1 {
		return 0
	}
	high, _ := bits.Mul64(c.source.Uint64(), uint64(n))
	return int(high)
}

// between is a number from lo to hi, both included; lo if hi is less.
func (c chance) between(lo, hi int) int {
	return lo + c.below(hi-lo+1)
}

// percent is true p times in a hundred.
func (c chance) percent(p int) bool { return c.below(100) < p }

// weighted is an index into weights, drawn as often as its weight says.
func (c chance) weighted(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := c.below(total)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	return 0
}

// pick is one element of a list that is not empty.
func pick[T any](c chance, list []T) T { return list[c.below(len(list))] }

// some are about half of the elements of a list in their order, at least one of
// a list that is not empty.
func some[T any](c chance, list []T) []T {
	var out []T
	for _, e := range list {
		if c.percent(50) {
			out = append(out, e)
		}
	}
	if len(out) == 0 && len(list) > 0 {
		out = append(out, pick(c, list))
	}
	return out
}

// shuffled is a list in random order.
func shuffled[T any](c chance, list []T) []T {
	out := append([]T(nil), list...)
	for i := len(out) - 1; i > 0; i-- {
		j := c.below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
