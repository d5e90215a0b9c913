package celcost

import (
	"math"
	"math/bits"
)

// Range is the least and the greatest cost, or size of a value: bytes or characters of a
// text, elements of a list, entries of a map. Its operations stop at the greatest uint64.
type Range struct{ Min, Max uint64 }

// anySize is the size of a value without a limit.
var anySize = Range{Max: math.MaxUint64}

func exactly(n uint64) Range { return Range{n, n} }

func (r Range) plus(s Range) Range { return Range{Add(r.Min, s.Min), Add(r.Max, s.Max)} }

func (r Range) times(s Range) Range { return Range{Mul(r.Min, s.Min), Mul(r.Max, s.Max)} }

func (r Range) scaled(factor float64) Range {
	return Range{Scale(r.Min, factor), Scale(r.Max, factor)}
}

// union returns the smallest range that holds both.
func (r Range) union(s Range) Range { return Range{min(r.Min, s.Min), max(r.Max, s.Max)} }

// Add returns a + b, or the greatest uint64.
func Add(a, b uint64) uint64 {
	if sum, overflow := bits.Add64(a, b, 0); overflow == 0 {
		return sum
	}
	return math.MaxUint64
}

// Mul returns a × b, or the greatest uint64.
func Mul(a, b uint64) uint64 {
	if overflow, product := bits.Mul64(a, b); overflow == 0 {
		return product
	}
	return math.MaxUint64
}

// Scale returns n × factor, rounded up, or the greatest uint64.
func Scale(n uint64, factor float64) uint64 {
	product := math.Ceil(float64(n) * factor)
	if product >= 1<<64 {
		return math.MaxUint64
	}
	return uint64(product)
}
