package cellib

import (
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// estimateElements is for functions that look at every element of a list: 1 for
// each, and the characters of those that are strings or bytes. indexOf and
// lastIndexOf of a string cost its characters.
func estimateElements(e estimator, c estimatedCall) *checker.CallEstimate {
	return e.elements(c, perChar)
}

// estimateIncludes is for a target of any type, which may be a list.
func estimateIncludes(e estimator, c estimatedCall) *checker.CallEstimate {
	return e.elements(c, 1)
}

func (e estimator) elements(c estimatedCall, ifNoList float64) *checker.CallEstimate {
	if c.target == nil {
		return nil
	}
	n := e.size(*c.target)
	item := elementOf(*c.target)
	if item == nil {
		return costs(n.MultiplyByCostFactor(ifNoList))
	}
	each := checker.FixedCostEstimate(1)
	if kind := item.t.Kind(); kind == types.StringKind || kind == types.BytesKind {
		each = each.Add(e.size(item).MultiplyByCostFactor(perChar))
	}
	return costs(n.MultiplyByCost(each))
}

func priceTraversal(c actualCall) *uint64 {
	cost := traversal(c.args[0])
	return &cost
}

// traversal is what it takes to visit all of a value: 1 for what has no parts,
// 0.1 for a character, rounded down for each string.
func traversal(v ref.Val) uint64 {
	cost := uint64(0)
	switch v := v.(type) {
	case types.String:
		return uint64(float64(len(v)) * perChar)
	case types.Bytes:
		return uint64(float64(len(v)) * perChar)
	case traits.Lister:
		for it := v.Iterator(); it.HasNext() == types.True; {
			cost += traversal(it.Next())
		}
	case traits.Mapper:
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			cost += traversal(key) + traversal(v.Get(key))
		}
	default:
		return 1
	}
	return cost
}
