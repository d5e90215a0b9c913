package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// listsLibrary has functions over lists of n elements:
//
//	isSorted     list(T).isSorted() -> bool                 always
//	sum          list(T).sum() -> T                         always
//	min, max     list(T).min() -> T                         always
//	indexOf      list(A).indexOf(A) -> int, -1 if absent    always
//	lastIndexOf  list(A).lastIndexOf(A) -> int              always
//	includes     dyn.includes(dyn) -> bool                  1.37
//
// T is int, uint, double, bool, duration, timestamp, string or bytes; for sum it
// is int, uint, double or duration. sum of nothing is zero, min and max of nothing
// are errors. includes asks a list for an element, and any other value whether
// it is the argument.
//
// Cost: estimated n × (1 + 0.1 × the size of an element, if that is a string or
// bytes); in fact, what it takes to visit every element, see traversal.
func listsLibrary() *library {
	return &library{name: "lists", functions: []cel.EnvOption{
		cel.Function("isSorted", forTypes(ordered, func(t *cel.Type) cel.FunctionOpt {
			return cel.MemberOverload("list_"+t.TypeName()+"_is_sorted_bool", signature{cel.ListType(t)}, cel.BoolType, cel.UnaryBinding(isSorted))
		})...),
		cel.Function("sum", forTypes(summable, func(t *cel.Type) cel.FunctionOpt {
			return listReduction("sum", t, sumFrom(zeroOf(t)))
		})...),
		cel.Function("max", forTypes(ordered, func(t *cel.Type) cel.FunctionOpt {
			return listReduction("max", t, extreme("max", types.IntNegOne))
		})...),
		cel.Function("min", forTypes(ordered, func(t *cel.Type) cel.FunctionOpt {
			return listReduction("min", t, extreme("min", types.IntOne))
		})...),
		cel.Function("indexOf", cel.MemberOverload("list_a_index_of_int", signature{cel.ListType(anything), anything}, cel.IntType, binary(indexOf))),
		cel.Function("lastIndexOf", cel.MemberOverload("list_a_last_index_of_int", signature{cel.ListType(anything), anything}, cel.IntType, binary(lastIndexOf))),
	}}
}

// listsWithIncludesLibrary replaces listsLibrary in 1.37.
func listsWithIncludesLibrary() *library {
	l := listsLibrary()
	l.functions = append(l.functions,
		cel.Function("includes", cel.MemberOverload("list_includes_dyn_dyn", signature{cel.DynType, cel.DynType}, cel.BoolType, cel.BinaryBinding(includes))))
	return l
}

var listsPrices = prices{
	"isSorted":    {estimate: estimateElements, actual: priceTraversal},
	"sum":         {estimate: estimateElements, actual: priceTraversal},
	"max":         {estimate: estimateElements, actual: priceTraversal},
	"min":         {estimate: estimateElements, actual: priceTraversal},
	"indexOf":     {estimate: estimateElements, actual: priceTraversal},
	"lastIndexOf": {estimate: estimateElements, actual: priceTraversal},
	"includes":    {estimate: estimateIncludes, actual: priceTraversal},
}

var (
	anything = cel.TypeParamType("A")
	summable = []*cel.Type{cel.IntType, cel.UintType, cel.DoubleType, cel.DurationType}
	// ordered types: a type parameter cannot be limited to those, so there is
	// an overload each.
	ordered = []*cel.Type{
		cel.IntType, cel.UintType, cel.DoubleType, cel.BoolType,
		cel.DurationType, cel.TimestampType, cel.StringType, cel.BytesType,
	}
)

func forTypes(list []*cel.Type, overload func(*cel.Type) cel.FunctionOpt) []cel.FunctionOpt {
	overloads := make([]cel.FunctionOpt, len(list))
	for i, t := range list {
		overloads[i] = overload(t)
	}
	return overloads
}

// listReduction makes one element of a list.
func listReduction(name string, t *cel.Type, f func(ref.Val) ref.Val) cel.FunctionOpt {
	return cel.MemberOverload("list_"+t.TypeName()+"_"+name+"_"+t.TypeName(), signature{cel.ListType(t)}, t, cel.UnaryBinding(f))
}
