package cellib

import (
	"math"

	"github.com/google/cel-go/checker"
)

// stringsPrices are those of the string functions that come with CEL: its
// library ext.Strings, version 2, which is offered since 1.29.
var stringsPrices = prices{
	"lowerAscii": {estimate: estimateTransform, actual: priceOfLength(perChar)},
	"upperAscii": {estimate: estimateTransform, actual: priceOfLength(perChar)},
	"substring":  {estimate: estimateTransform, actual: priceOfLength(perChar)},
	"trim":       {estimate: estimateTransform, actual: priceOfLength(perChar)},
	"replace":    {estimate: estimateReplace, actual: priceOfLength(2 * perChar)},
	"split":      {estimate: estimateSplit, actual: priceOfLength(2 * perChar)},
	"join":       {estimate: estimateJoin, actual: func(c actualCall) *uint64 { return chars(size(c.result), 2*perChar) }},
}

func estimateTransform(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil {
		return nil
	}
	return sized(perChar, e.size(*c.target))
}

// estimateReplace reads a string and writes another one.
func estimateReplace(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil || len(c.args) < 2 {
		return nil
	}
	s, from, to := e.size(*c.target), e.size(c.args[0]), e.size(c.args[1])
	result := checker.SizeEstimate{
		Min: replaced(s.Min, from.Max, to.Min, from.Max <= to.Min),
		Max: replaced(s.Max, from.Min, to.Max, to.Max <= from.Min),
	}
	return &checker.CallEstimate{CostEstimate: s.MultiplyByCostFactor(2 * perChar), ResultSize: &result}
}

// replaced is the length of a string of n characters in which everything of one
// length gives way to something of another length; unless it is as well that
// nothing does, because that is no shorter, or no longer.
func replaced(n, from, to uint64, asWell bool) uint64 {
	switch {
	case from == 0: // in front of every character, and at the end
		places := n
		if n < math.MaxUint64 {
			places++
		}
		return saturated(places, to, n)
	case asWell:
		return n
	default:
		return saturated(quotient(n, from), to, 0)
	}
}

// quotient is rounded up, in floating point. A string without a bound, which is
// more than a float64 can tell from 2^64, becomes half of that, as on amd64.
func quotient(n, by uint64) uint64 {
	q := math.Ceil(float64(n) / float64(by))
	if q >= 1<<64 {
		return 1 << 63
	}
	return uint64(q)
}

// saturated is a × b + c, or the largest number.
func saturated(a, b, c uint64) uint64 {
	product := checker.FixedSizeEstimate(a).Multiply(checker.FixedSizeEstimate(b))
	return product.Add(checker.FixedSizeEstimate(c)).Max
}

// estimateSplit makes as many strings as there are characters, or as a limit
// says that is a literal.
func estimateSplit(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil {
		return nil
	}
	s := e.size(*c.target)
	most := s.Max
	if len(c.args) > 1 {
		if literal := c.args[1].Expr().AsLiteral(); literal != nil {
			if limit, ok := literal.Value().(int64); ok {
				most = uint64(limit)
			}
		}
	}
	return &checker.CallEstimate{CostEstimate: s.MultiplyByCostFactor(2 * perChar), ResultSize: &checker.SizeEstimate{Max: most}}
}

// estimateJoin writes the elements and the separators between them.
func estimateJoin(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil {
		return nil
	}
	n := e.size(*c.target)
	var length checker.SizeEstimate
	if item := elementOf(*c.target); item != nil {
		length = n.Multiply(e.size(item))
	}
	if len(c.args) > 0 {
		between := checker.SizeEstimate{Min: max(n.Min, 1) - 1, Max: max(n.Max, 1) - 1}
		length = length.Add(e.size(c.args[0]).Multiply(between))
	}
	return sized(perChar, length)
}
