package cellib

import (
	"maps"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

// SizeEstimator returns the maximal size of the value at a path: the bytes of a
// string, the elements of a list, the entries of a map. A path starts with the
// name of a variable; fields follow by name, elements as @items, values of a map
// as @values, its keys as @keys. It returns false if the size is not known, so that
// the value may have any size. It must not keep the path.
type SizeEstimator func(path []string) (maxSize uint64, known bool)

// CostEstimator returns an estimator of the cost of expressions, for
// cel.Env.EstimateCost. If sizes is nil, no size is known. The estimator is safe for
// concurrent use if sizes is.
//
// Rule: k8s.io/apiserver/pkg/cel/library, CostEstimator.EstimateCallCost.
func CostEstimator(sizes SizeEstimator) checker.CostEstimator { return estimator{sizes} }

type estimator struct{ sizes SizeEstimator }

// EstimateSize implements checker.CostEstimator. It is called for variables and
// their parts.
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

// EstimateCallCost implements checker.CostEstimator. It returns nil for a function
// whose cost CEL has.
func (e estimator) EstimateCallCost(function, overload string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	cost, ok := functionCosts[function]
	if !ok || cost.estimate == nil {
		return nil
	}
	return cost.estimate(e, estimatedCall{overload, target, args})
}

// functionCost holds the estimate and the actual cost of a function. All overloads
// of a name share it, whichever library they are from. If a function is nil or
// returns nil or false, the cost is that of CEL.
type functionCost struct {
	estimate func(estimator, estimatedCall) *checker.CallEstimate
	actual   func(actualCall) (cost uint64, ok bool)
}

type costTable map[string]functionCost

// estimatedCall is a call in an expression. A method has a target, which is not
// one of the arguments.
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

// equalityCosts holds the cost of == for values of the Kubernetes types. CEL has
// that of all others, and of !=.
var equalityCosts = costTable{"_==_": {estimate: estimateEqual, actual: actualEqual}}

// maxFormatName is the most characters that comparing the names of two formats
// can read.
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

// estimateEqualURLs returns the estimate, which depends on the size of the right
// operand only.
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
