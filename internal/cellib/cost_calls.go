package cellib

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

type callCost func(args []ref.Val, result ref.Val) uint64

// callCostOf looks in CEL's extension libraries, then the Kubernetes libraries, then CEL
// itself.
//
// Rule: github.com/google/cel-go/interpreter, CostTracker.
func callCostOf(function, overload string) callCost {
	if cost := extensionCallCost(overload); cost != nil {
		return cost
	}
	standard := standardCallCost(overload)
	actual := functionCosts[function].actual
	if actual == nil {
		return standard
	}
	return func(args []ref.Val, result ref.Val) uint64 {
		if cost, ok := actual(actualCall{overload, args, result}); ok {
			return cost
		}
		return standard(args, result)
	}
}

// standardCallCost returns 1 unless the function reads strings, bytes or lists.
func standardCallCost(overload string) callCost {
	switch overload {
	case overloads.StartsWithString, overloads.EndsWithString:
		return func(args []ref.Val, _ ref.Val) uint64 { return scaled(celSize(args[1]), perChar) }
	case overloads.StringToBytes, overloads.BytesToString, overloads.ExtQuoteString, overloads.ExtFormatString:
		return func(args []ref.Val, _ ref.Val) uint64 { return scaled(celSize(args[0]), perChar) }
	case overloads.InList:
		return func(args []ref.Val, _ ref.Val) uint64 { return celSize(args[1]) }
	case overloads.LessString, overloads.GreaterString, overloads.LessEqualsString, overloads.GreaterEqualsString,
		overloads.LessBytes, overloads.GreaterBytes, overloads.LessEqualsBytes, overloads.GreaterEqualsBytes,
		overloads.Equals, overloads.NotEquals:
		return func(args []ref.Val, _ ref.Val) uint64 {
			return scaled(min(celSize(args[0]), celSize(args[1])), perChar)
		}
	case overloads.AddString, overloads.AddBytes:
		return func(args []ref.Val, _ ref.Val) uint64 { return scaled(celSize(args[0])+celSize(args[1]), perChar) }
	case overloads.Matches, overloads.MatchesString:
		return func(args []ref.Val, _ ref.Val) uint64 {
			return scaled(celSize(args[0])+1, perChar) * scaled(celSize(args[1]), perRegex)
		}
	case overloads.ContainsString:
		return func(args []ref.Val, _ ref.Val) uint64 {
			return scaled(celSize(args[0]), perChar) * scaled(celSize(args[1]), perChar)
		}
	default:
		return func([]ref.Val, ref.Val) uint64 { return 1 }
	}
}

func extensionCallCost(overload string) callCost {
	switch overload {
	case "list_sets_contains_list", "list_sets_intersects_list":
		return func(args []ref.Val, _ ref.Val) uint64 { return 1 + celSize(args[0])*celSize(args[1]) }
	case "list_sets_equivalent_list":
		return func(args []ref.Val, _ ref.Val) uint64 { return 1 + 2*celSize(args[0])*celSize(args[1]) }
	case "list_slice", "lists_range", "list_reverse":
		return func(_ []ref.Val, result ref.Val) uint64 { return newListCost(1, celSize(result)) }
	case "list_flatten", "list_flatten_int":
		return flattenCost
	case "list_distinct":
		return func(args []ref.Val, _ ref.Val) uint64 { return pairwiseCost(args[0]) }
	}
	if name, ok := strings.CutPrefix(overload, "list_"); ok {
		switch {
		case strings.HasSuffix(name, "_sort"):
			return func(args []ref.Val, _ ref.Val) uint64 { return pairwiseCost(args[0]) }
		case strings.HasSuffix(name, "_sortByAssociatedKeys"):
			return func(args []ref.Val, _ ref.Val) uint64 { return pairwiseCost(args[1]) }
		}
	}
	return nil
}

func flattenCost(args []ref.Val, _ ref.Val) uint64 {
	depth := 1.0
	if len(args) == 2 {
		depth = float64(behind(args[1]).(types.Int))
	}
	return newListCost(depth, celSize(args[0]))
}

func pairwiseCost(v ref.Val) uint64 {
	list := behind(v).(traits.Lister)
	n, factor := celSize(list), 2.0
	if n > 0 {
		if t := list.Get(types.IntZero).Type(); t == types.StringType || t == types.BytesType {
			factor += perChar
		}
	}
	return newListCost(factor, saturatingMul(n, n))
}

func newListCost(factor float64, size uint64) uint64 {
	if factor < 0 {
		factor = 1
	}
	return saturatingAdd(uint64(float64(size)*factor), 1+common.ListCreateBaseCost)
}

// celSize returns the size of a value as CEL's cost tracker sees it, or 1 without a size.
func celSize(v ref.Val) uint64 {
	switch v := v.(type) {
	case types.String:
		return uint64(utf8.RuneCountInString(string(v)))
	case types.Bytes:
		return uint64(len(v))
	case types.Bool, types.Int, types.Double:
		return 1
	case traits.Sizer:
		return uint64(v.Size().(types.Int))
	case *types.Optional:
		if v.HasValue() {
			return celSize(v.GetValue())
		}
	}
	return 1
}

func saturatingMul(a, b uint64) uint64 {
	if overflow, product := bits.Mul64(a, b); overflow == 0 {
		return product
	}
	return math.MaxUint64
}

func saturatingAdd(a, b uint64) uint64 {
	if sum, overflow := bits.Add64(a, b, 0); overflow == 0 {
		return sum
	}
	return math.MaxUint64
}
