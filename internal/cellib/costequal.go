package cellib

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
)

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
