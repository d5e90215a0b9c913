package cellib

import (
	"maps"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// SizeEstimator returns the maximal size of the value at a path: bytes of a string,
// elements of a list, entries of a map. A path is a variable, then fields by name, @items
// for elements, @values and @keys for values and keys of a map. It must not keep the path.
type SizeEstimator func(path []string) (maxSize uint64, known bool)

// CostEstimator returns an estimator for cel.Env.EstimateCost. If sizes is nil, no size is
// known.
//
// Rule: k8s.io/apiserver/pkg/cel/library, CostEstimator.EstimateCallCost.
func CostEstimator(sizes SizeEstimator) checker.CostEstimator { return estimator{sizes} }

type estimator struct{ sizes SizeEstimator }

// EstimateSize implements checker.CostEstimator.
func (e estimator) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	path := node.Path()
	if e.sizes == nil || len(path) == 0 {
		return nil
	}
	maxSize, known := e.sizes(path)
	if !known {
		return nil
	}
	return &checker.SizeEstimate{Max: maxSize}
}

// EstimateCallCost implements checker.CostEstimator. A nil result leaves the cost to CEL.
func (e estimator) EstimateCallCost(function, overload string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	cost, ok := functionCosts[function]
	if !ok || cost.estimate == nil {
		return nil
	}
	return cost.estimate(e, estimatedCall{overload, target, args})
}

// functionCost holds the costs of all overloads of a name. CEL's own cost applies if a
// function is nil or returns nil or false.
type functionCost struct {
	estimate func(estimator, estimatedCall) *checker.CallEstimate
	actual   func(actualCall) (cost uint64, ok bool)
}

type costTable map[string]functionCost

// estimatedCall is a call in an expression. The target is not one of the arguments.
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

var functionCosts = merged(listsCosts, regexCosts, urlCosts, ipCosts, cidrCosts, quantityCosts,
	semverCosts, formatCosts, authzCosts, stringsCosts, equalityCosts)

func merged(tables ...costTable) costTable {
	all := costTable{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// equalityCosts holds the cost of == for the Kubernetes types. CEL's own cost applies to
// all others, and to !=.
var equalityCosts = costTable{"_==_": {estimate: estimateEqual, actual: actualEqual}}

const maxFormatName = 64

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
		return costOne.estimate(e, c)
	case values.FormatType:
		return estimated(checker.CostEstimate{Min: 1, Max: maxFormatName}.MultiplyByCostFactor(perChar))
	case values.URLType:
		return estimateEqualURLs(c.args[1].ComputedSize())
	}
	if t.Kind() == types.OpaqueKind && (t.TypeName() == values.IPType.TypeName() || t.TypeName() == values.CIDRType.TypeName()) {
		return costOne.estimate(e, c)
	}
	return nil
}

func estimateEqualURLs(right *checker.SizeEstimate) *checker.CallEstimate {
	longest := uint64(1)
	if right != nil {
		longest = right.Max
	}
	return estimated(checker.CostEstimate{Min: 1, Max: longest}.MultiplyByCostFactor(perChar))
}

func actualEqual(c actualCall) (uint64, bool) {
	if len(c.args) != 2 {
		return 0, false
	}
	switch c.args[0].(type) {
	case values.Quantity, *values.Quantity, values.IP, values.CIDR, values.Format, values.URL, values.Semver:
		return 1, true
	default:
		return 0, false
	}
}
