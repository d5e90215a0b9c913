package cellib

import (
	"math"

	"github.com/google/cel-go/checker"
)

// stringsCosts are the costs of CEL's string functions (ext.Strings, version 2, since
// 1.29).
var stringsCosts = costTable{
	"lowerAscii": {estimate: estimateTransform, actual: actualByLength(perChar)},
	"upperAscii": {estimate: estimateTransform, actual: actualByLength(perChar)},
	"substring":  {estimate: estimateTransform, actual: actualByLength(perChar)},
	"trim":       {estimate: estimateTransform, actual: actualByLength(perChar)},
	"replace":    {estimate: estimateReplace, actual: actualByLength(2 * perChar)},
	"split":      {estimate: estimateSplit, actual: actualByLength(2 * perChar)},
	"join":       {estimate: estimateJoin, actual: func(c actualCall) (uint64, bool) { return scaled(actualSize(c.result), 2*perChar), true }},
}

func estimateTransform(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil {
		return nil
	}
	return estimatedWithSize(perChar, e.size(*c.target))
}

func estimateReplace(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil || len(c.args) < 2 {
		return nil
	}
	s, from, to := e.size(*c.target), e.size(c.args[0]), e.size(c.args[1])
	result := checker.SizeEstimate{
		Min: replacedSize(s.Min, from.Max, to.Min, from.Max <= to.Min),
		Max: replacedSize(s.Max, from.Min, to.Max, to.Max <= from.Min),
	}
	return &checker.CallEstimate{CostEstimate: s.MultiplyByCostFactor(2 * perChar), ResultSize: &result}
}

// replacedSize returns the length of a string of n characters in which every part of
// length from is replaced by one of length to. If unchanged is true, the bound is the
// length without a replacement, n.
func replacedSize(n, from, to uint64, unchanged bool) uint64 {
	switch {
	case from == 0: // in front of every character, and at the end
		places := n
		if n < math.MaxUint64 {
			places++
		}
		return saturatingMulAdd(places, to, n)
	case unchanged:
		return n
	default:
		return saturatingMulAdd(quotient(n, from), to, 0)
	}
}

// quotient returns n / by, rounded up, in floating point arithmetic. The largest n, for a
// string without a bound, becomes 2^64 as a float64; a quotient of 2^64 becomes 2^63, as
// on amd64.
func quotient(n, by uint64) uint64 {
	q := math.Ceil(float64(n) / float64(by))
	if q >= 1<<64 {
		return 1 << 63
	}
	return uint64(q)
}

func saturatingMulAdd(a, b, c uint64) uint64 {
	product := checker.FixedSizeEstimate(a).Multiply(checker.FixedSizeEstimate(b))
	return product.Add(checker.FixedSizeEstimate(c)).Max
}

// estimateSplit returns the cost of reading a string. The result has at most one element
// per character, or as many as a literal limit allows.
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

func estimateJoin(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil {
		return nil
	}
	n := e.size(*c.target)
	var length checker.SizeEstimate
	if item := itemOf(*c.target); item != nil {
		length = n.Multiply(e.size(item))
	}
	if len(c.args) > 0 {
		between := checker.SizeEstimate{Min: max(n.Min, 1) - 1, Max: max(n.Max, 1) - 1}
		length = length.Add(e.size(c.args[0]).Multiply(between))
	}
	return estimatedWithSize(perChar, length)
}
