package celcost

import (
	"math"

	"github.com/google/cel-go/common/types/ref"
)

// searching reads the text once for each unit of what it looks for.
var searching = formula{
	estimate: func(_ *estimator, c *call) estimate {
		text, part := c.operands[0].sizeOrAny(), c.operands[1].sizeOrAny()
		return estimate{cost: text.scaled(perChar).times(part.scaled(perChar))}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 {
		return Scale(Size(args[0]), perChar) * Scale(Size(args[1]), perChar)
	},
}

// matching adds one to the length, because a regular expression can be expensive for an empty
// text.
var matching = formula{
	estimate: func(_ *estimator, c *call) estimate {
		return estimate{cost: matchRange(c.operands[0].sizeOrAny(), c.operands[1].sizeOrAny())}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 { return matchCost(Size(args[0]), Size(args[1])) },
}

// finding costs like matching. Every character may be a match.
var finding = formula{
	estimate: func(e *estimator, c *call) estimate {
		text := e.sizeOf(c.operands[0])
		return estimate{cost: matchRange(text, e.sizeOf(c.operands[1])), size: &Range{Max: text.Max}}
	},
	actual: func(args []ref.Val, _ ref.Val) uint64 {
		return matchCost(librarySize(args[0]), librarySize(args[1]))
	},
}

func matchRange(text, regex Range) Range {
	return text.plus(exactly(1)).scaled(perChar).times(regex.scaled(perRegex))
}

func matchCost(text, regex uint64) uint64 { return Scale(text+1, perChar) * Scale(regex, perRegex) }

// A character has up to 4 bytes. The greatest size overflows, as upstream.
var (
	encoding = resized(func(s Range) Range { return Range{s.Min, s.Max * 4} })
	decoding = resized(func(s Range) Range { return Range{s.Min / 4, s.Max} })
	quoting  = resized(func(s Range) Range { return Range{s.Min + 2, s.Max*2 + 2} })
)

func resized(result func(Range) Range) formula {
	return formula{actual: byLength(0, perChar).actual, estimate: func(_ *estimator, c *call) estimate {
		size := c.operands[0].sizeOrAny()
		made := result(size)
		return estimate{cost: size.scaled(perChar), size: &made}
	}}
}

var replacing = formula{actual: reading(2 * perChar).actual, estimate: func(e *estimator, c *call) estimate {
	s, from, to := e.sizeOf(c.operands[0]), e.sizeOf(c.operands[1]), e.sizeOf(c.operands[2])
	return estimate{cost: s.scaled(2 * perChar), size: &Range{
		Min: replacedSize(s.Min, from.Max, to.Min, from.Max <= to.Min),
		Max: replacedSize(s.Max, from.Min, to.Max, to.Max <= from.Min),
	}}
}}

// replacedSize returns the length of a text of n characters in which every part of length
// from is replaced by one of length to. If unchanged is true, the bound is the length without
// a replacement, n.
func replacedSize(n, from, to uint64, unchanged bool) uint64 {
	switch {
	case from == 0: // in front of every character, and at the end
		return Add(Mul(Add(n, 1), to), n)
	case unchanged:
		return n
	default:
		return Mul(quotient(n, from), to)
	}
}

// quotient returns n / by, rounded up, in floating point arithmetic. The largest n, for a
// text without a bound, becomes 2^64 as a float64; a quotient of 2^64 becomes 2^63, as on
// amd64.
func quotient(n, by uint64) uint64 {
	q := math.Ceil(float64(n) / float64(by))
	if q >= 1<<64 {
		return 1 << 63
	}
	return uint64(q)
}

// splitting makes at most one element per character, or as many as a literal limit allows.
var splitting = formula{actual: reading(2 * perChar).actual, estimate: func(e *estimator, c *call) estimate {
	s := e.sizeOf(c.operands[0])
	most := s.Max
	if len(c.operands) > 2 {
		if limit, ok := literalInt(c.operands[2].expr); ok {
			most = uint64(limit)
		}
	}
	return estimate{cost: s.scaled(2 * perChar), size: &Range{Max: most}}
}}

// joining is estimated by the length of the result, which costs twice as much when it is made.
var joining = formula{
	estimate: func(e *estimator, c *call) estimate {
		list := c.operands[0]
		n := e.sizeOf(list)
		var length Range
		if item := list.item(); item != nil {
			length = n.times(e.sizeOf(item))
		}
		if len(c.operands) > 1 {
			between := Range{max(n.Min, 1) - 1, max(n.Max, 1) - 1}
			length = length.plus(e.sizeOf(c.operands[1]).times(between))
		}
		return estimate{cost: length.scaled(perChar), size: &length}
	},
	actual: func(_ []ref.Val, result ref.Val) uint64 { return OfJoin(librarySize(result)) },
}

// OfJoin returns the actual cost of joining texts to a text of n characters.
func OfJoin(n uint64) uint64 { return Scale(n, 2*perChar) }
