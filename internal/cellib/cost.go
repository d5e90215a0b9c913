package cellib

import (
	"maps"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// SizeEstimator tells how large the value at a path can be: the most bytes of a
// string, elements of a list, entries of a map. A path starts with the name of a
// variable; fields follow by name, elements as @items, values of a map as @values,
// its keys as @keys. False means that nothing is known, which makes it as large
// as can be. The path is not to be kept.
type SizeEstimator func(path []string) (most uint64, known bool)

// CostEstimator estimates what expressions cost before there is a value, for
// cel.Env.EstimateCost. A nil sizes knows nothing. The estimator is as safe for
// concurrent use as sizes is.
//
// Rule: k8s.io/apiserver/pkg/cel/library, CostEstimator.EstimateCallCost.
func CostEstimator(sizes SizeEstimator) checker.CostEstimator { return estimator{sizes} }

type estimator struct{ sizes SizeEstimator }

// EstimateSize is asked for variables and what is inside of them.
func (e estimator) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	path := node.Path()
	if e.sizes == nil || len(path) == 0 {
		return nil
	}
	most, known := e.sizes(path)
	if !known {
		return nil
	}
	return &checker.SizeEstimate{Max: most}
}

// EstimateCallCost leaves what has no price here to CEL.
func (e estimator) EstimateCallCost(function, overload string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	p, ok := priceList[function]
	if !ok || p.estimate == nil {
		return nil
	}
	return p.estimate(e, estimatedCall{overload, target, args})
}

// actual counts what a call has cost, after it was made.
//
// Rule: k8s.io/apiserver/pkg/cel/library, CostEstimator.CallCost.
type actual struct{}

// CallCost implements interpreter.ActualCostEstimator.
func (actual) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	p, ok := priceList[function]
	if !ok || p.actual == nil {
		return nil
	}
	return p.actual(actualCall{overload, args, result})
}

// price is what a function costs. Functions have prices by name, whichever
// library an overload is from; nil leaves it to CEL.
type price struct {
	estimate func(estimator, estimatedCall) *checker.CallEstimate
	actual   func(actualCall) *uint64
}

type prices map[string]price

// estimatedCall is a call in an expression. A method has a target, which is not
// among the arguments.
type estimatedCall struct {
	overload string
	target   *checker.AstNode
	args     []checker.AstNode
}

// actualCall is a call with values. The target is the first argument.
type actualCall struct {
	overload string
	args     []ref.Val
	result   ref.Val
}

var priceList = joined(listsPrices, regexPrices, urlPrices, ipPrices, cidrPrices, quantityPrices,
	semverPrices, formatPrices, authzPrices, stringsPrices, equalityPrices)

func joined(lists ...prices) prices {
	all := prices{}
	for _, list := range lists {
		maps.Copy(all, list)
	}
	return all
}

// equalityPrices has == for values of our own types; any other ones, and !=, are
// CEL's.
var equalityPrices = prices{"_==_": {estimate: estimateEqual, actual: priceEqual}}

// longestFormat is the most that comparing the names of two formats can read.
const longestFormat = 64

func estimateEqual(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) != 2 {
		return nil
	}
	t := c.args[0].Type()
	if t.Equal(c.args[1].Type()) != types.True {
		return nil
	}
	switch t {
	case values.QuantityType, values.SemverType, authorizerType, pathCheckType, groupCheckType, resourceCheckType, decisionType:
		return getter.estimate(e, c)
	case values.FormatType:
		return costs(checker.CostEstimate{Min: 1, Max: longestFormat}.MultiplyByCostFactor(perChar))
	case values.URLType:
		return estimateEqualURLs(c.args[1].ComputedSize())
	}
	if t.Kind() == types.OpaqueKind && (t.TypeName() == values.IPType.TypeName() || t.TypeName() == values.CIDRType.TypeName()) {
		return getter.estimate(e, c)
	}
	return nil
}

// estimateEqualURLs looks at the right operand only.
func estimateEqualURLs(right *checker.SizeEstimate) *checker.CallEstimate {
	longest := uint64(1)
	if right != nil {
		longest = right.Max
	}
	return costs(checker.CostEstimate{Min: 1, Max: longest}.MultiplyByCostFactor(perChar))
}

func priceEqual(c actualCall) *uint64 {
	if len(c.args) != 2 || !isOurs(c.args[0]) {
		return nil
	}
	return getter.actual(c)
}

func isOurs(v ref.Val) bool {
	switch v.(type) {
	case values.Quantity, *values.Quantity, values.IP, values.CIDR, values.Format, values.URL, values.Semver:
		return true
	}
	return false
}
