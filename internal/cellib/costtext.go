package cellib

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// estimateURL is as long as the string.
func estimateURL(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) != 1 {
		return nil
	}
	return sized(perChar, e.size(c.args[0]))
}

// sized reads a string and makes something as long as that.
func sized(factor float64, s checker.SizeEstimate) *checker.CallEstimate {
	return &checker.CallEstimate{CostEstimate: s.MultiplyByCostFactor(factor), ResultSize: &s}
}

// estimateSearch adds one to the length, for an expression can be dear where
// the string is empty. Every character may be a match.
func estimateSearch(e estimator, c estimatedCall) *checker.CallEstimate {
	if c.target == nil || len(c.args) == 0 {
		return nil
	}
	s := e.size(*c.target)
	text := s.Add(checker.FixedSizeEstimate(1)).MultiplyByCostFactor(perChar)
	regex := e.size(c.args[0]).MultiplyByCostFactor(perRegex)
	return &checker.CallEstimate{CostEstimate: text.Multiply(regex), ResultSize: &checker.SizeEstimate{Max: s.Max}}
}

func priceSearch(c actualCall) *uint64 { return matching(size(c.args[0]), size(c.args[1])) }

// matching is what a regular expression costs on a string.
func matching(text, regex uint64) *uint64 {
	cost := *chars(text+1, perChar) * *chars(regex, perRegex)
	return &cost
}

// largestRegex is the size that a format has in estimates.
const largestRegex = 128

func estimateValidate(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) == 0 {
		return nil
	}
	return costs(e.size(c.args[0]).MultiplyByCostFactor(perChar).MultiplyByCostFactor(largestRegex * perRegex))
}

func priceValidate(c actualCall) *uint64 {
	f, ok := c.args[0].(values.Format)
	if !ok {
		return nil
	}
	return matching(size(c.args[1]), f.Cost)
}

// estimateSelector makes a list of requirements, each of two characters or more,
// a structure and a list of values.
func estimateSelector(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) != 1 {
		return nil
	}
	return costs(selector(e.size(c.args[0])))
}

func priceSelector(c actualCall) *uint64 {
	cost := selector(checker.FixedSizeEstimate(size(c.args[1])))
	return &cost.Max
}

func selector(length checker.SizeEstimate) checker.CostEstimate {
	requirements := length.MultiplyByCostFactor(0.5).MultiplyByCostFactor(common.ListCreateBaseCost + common.StructCreateBaseCost)
	return checker.FixedCostEstimate(common.ListCreateBaseCost).Add(length.MultiplyByCostFactor(perChar)).Add(requirements)
}
