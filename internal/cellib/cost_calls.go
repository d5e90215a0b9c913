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

// pricing is what a call has cost, from its arguments and its result.
type pricing func(args []ref.Val, result ref.Val) uint64

// priceOf finds the pricing of a function: that of the libraries that come with
// CEL, else ours, else that of CEL itself.
//
// Rule: github.com/google/cel-go/interpreter, CostTracker.
func priceOf(function, overload string) pricing {
	if p := extensionPrice(overload); p != nil {
		return p
	}
	basic := basicPrice(overload)
	ours := priceList[function].actual
	if ours == nil {
		return basic
	}
	return func(args []ref.Val, result ref.Val) uint64 {
		if cost := ours(actualCall{overload, args, result}); cost != nil {
			return *cost
		}
		return basic(args, result)
	}
}

func one([]ref.Val, ref.Val) uint64 { return 1 }

// basicPrice is that of CEL.
func basicPrice(overload string) pricing {
	switch overload {
	case overloads.StartsWithString, overloads.EndsWithString:
		return func(args []ref.Val, _ ref.Val) uint64 { return reading(sizeOf(args[1]), perChar) }
	case overloads.StringToBytes, overloads.BytesToString, overloads.ExtQuoteString, overloads.ExtFormatString:
		return func(args []ref.Val, _ ref.Val) uint64 { return reading(sizeOf(args[0]), perChar) }
	case overloads.InList:
		return func(args []ref.Val, _ ref.Val) uint64 { return sizeOf(args[1]) }
	case overloads.LessString, overloads.GreaterString, overloads.LessEqualsString, overloads.GreaterEqualsString,
		overloads.LessBytes, overloads.GreaterBytes, overloads.LessEqualsBytes, overloads.GreaterEqualsBytes,
		overloads.Equals, overloads.NotEquals:
		return func(args []ref.Val, _ ref.Val) uint64 { return reading(min(sizeOf(args[0]), sizeOf(args[1])), perChar) }
	case overloads.AddString, overloads.AddBytes:
		return func(args []ref.Val, _ ref.Val) uint64 { return reading(sizeOf(args[0])+sizeOf(args[1]), perChar) }
	case overloads.Matches, overloads.MatchesString:
		return func(args []ref.Val, _ ref.Val) uint64 {
			return reading(sizeOf(args[0])+1, perChar) * reading(sizeOf(args[1]), perRegex)
		}
	case overloads.ContainsString:
		return func(args []ref.Val, _ ref.Val) uint64 {
			return reading(sizeOf(args[0]), perChar) * reading(sizeOf(args[1]), perChar)
		}
	default:
		return one
	}
}

// extensionPrice is that of ext.Sets and ext.Lists, nil for other functions.
func extensionPrice(overload string) pricing {
	switch overload {
	case "list_sets_contains_list", "list_sets_intersects_list":
		return func(args []ref.Val, _ ref.Val) uint64 { return 1 + sizeOf(args[0])*sizeOf(args[1]) }
	case "list_sets_equivalent_list":
		return func(args []ref.Val, _ ref.Val) uint64 { return 1 + 2*sizeOf(args[0])*sizeOf(args[1]) }
	case "list_slice", "lists_range", "list_reverse":
		return func(_ []ref.Val, result ref.Val) uint64 { return allocating(1, sizeOf(result)) }
	case "list_flatten", "list_flatten_int":
		return priceFlatten
	case "list_distinct":
		return func(args []ref.Val, _ ref.Val) uint64 { return comparing(args[0]) }
	}
	if name, ok := strings.CutPrefix(overload, "list_"); ok {
		switch {
		case strings.HasSuffix(name, "_sort"):
			return func(args []ref.Val, _ ref.Val) uint64 { return comparing(args[0]) }
		case strings.HasSuffix(name, "_sortByAssociatedKeys"):
			return func(args []ref.Val, _ ref.Val) uint64 { return comparing(args[1]) }
		}
	}
	return nil
}

func priceFlatten(args []ref.Val, _ ref.Val) uint64 {
	depth := 1.0
	if len(args) == 2 {
		depth = float64(args[1].(types.Int))
	}
	return allocating(depth, sizeOf(args[0]))
}

// comparing all elements of a list with each other.
func comparing(v ref.Val) uint64 {
	list := v.(traits.Lister)
	n, factor := sizeOf(list), 2.0
	if n > 0 {
		if t := list.Get(types.IntZero).Type(); t == types.StringType || t == types.BytesType {
			factor += perChar
		}
	}
	return allocating(factor, multiplied(n, n))
}

// allocating is a call that makes a list.
func allocating(factor float64, size uint64) uint64 {
	if factor < 0 {
		factor = 1
	}
	return added(uint64(float64(size)*factor), 1+common.ListCreateBaseCost)
}

// reading so much of something, rounded up.
func reading(n uint64, factor float64) uint64 { return uint64(math.Ceil(float64(n) * factor)) }

// sizeOf is how large CEL takes a value to be: 1 if it has no size.
func sizeOf(v ref.Val) uint64 {
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
			return sizeOf(v.GetValue())
		}
	}
	return 1
}

// multiplied and added stay at the greatest number if they get there.
func multiplied(a, b uint64) uint64 {
	if over, product := bits.Mul64(a, b); over == 0 {
		return product
	}
	return math.MaxUint64
}

func added(a, b uint64) uint64 {
	if sum, over := bits.Add64(a, b, 0); over == 0 {
		return sum
	}
	return math.MaxUint64
}
