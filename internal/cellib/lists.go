package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// listsLibrary returns the functions on lists of n elements:
//
//	isSorted     list(T).isSorted() -> bool                 always
//	sum          list(T).sum() -> T                         always
//	min, max     list(T).min() -> T                         always
//	indexOf      list(A).indexOf(A) -> int, -1 if absent    always
//	lastIndexOf  list(A).lastIndexOf(A) -> int              always
//	includes     dyn.includes(dyn) -> bool                  1.37
//
// T is int, uint, double, bool, duration, timestamp, string or bytes; for sum it
// is int, uint, double or duration. The sum of an empty list is zero; min and max of
// an empty list are errors. includes reports whether a list has an element, or
// whether any other value equals the argument.
//
// Cost: estimated n × (1 + 0.1 × the size of an element, if it is a string or bytes);
// actual, the cost of visiting every element, see traversalCost.
func listsLibrary() *library {
	return &library{name: "lists", functions: []cel.EnvOption{
		cel.Function("isSorted", forTypes(ordered, func(t *cel.Type) cel.FunctionOpt {
			return cel.MemberOverload("list_"+t.TypeName()+"_is_sorted_bool", signature{cel.ListType(t)}, cel.BoolType, cel.UnaryBinding(isSorted))
		})...),
		cel.Function("sum", forTypes(summable, func(t *cel.Type) cel.FunctionOpt {
			return listReduction("sum", t, sumFrom(zeroOf(t)))
		})...),
		cel.Function("max", forTypes(ordered, func(t *cel.Type) cel.FunctionOpt {
			return listReduction("max", t, extremum("max", types.IntNegOne))
		})...),
		cel.Function("min", forTypes(ordered, func(t *cel.Type) cel.FunctionOpt {
			return listReduction("min", t, extremum("min", types.IntOne))
		})...),
		cel.Function("indexOf", cel.MemberOverload("list_a_index_of_int", signature{cel.ListType(elementType), elementType}, cel.IntType, binary(indexOf))),
		cel.Function("lastIndexOf", cel.MemberOverload("list_a_last_index_of_int", signature{cel.ListType(elementType), elementType}, cel.IntType, binary(lastIndexOf))),
	}}
}

// listsWithIncludesLibrary replaces listsLibrary in 1.37.
func listsWithIncludesLibrary() *library {
	l := listsLibrary()
	l.functions = append(l.functions,
		cel.Function("includes", cel.MemberOverload("list_includes_dyn_dyn", signature{cel.DynType, cel.DynType}, cel.BoolType, cel.BinaryBinding(includes))))
	return l
}

var (
	elementType = cel.TypeParamType("A")
	summable    = []*cel.Type{cel.IntType, cel.UintType, cel.DoubleType, cel.DurationType}
	// ordered are types with one overload each, because a type parameter cannot be
	// restricted to them.
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

func listReduction(name string, t *cel.Type, f func(ref.Val) ref.Val) cel.FunctionOpt {
	return cel.MemberOverload("list_"+t.TypeName()+"_"+name+"_"+t.TypeName(), signature{cel.ListType(t)}, t, cel.UnaryBinding(f))
}

func isSorted(list ref.Val) ref.Val {
	iterable, ok := list.(traits.Iterable)
	if !ok {
		return types.MaybeNoSuchOverloadErr(list)
	}
	var previous traits.Comparer
	for it := iterable.Iterator(); it.HasNext() == types.True; {
		next := it.Next()
		element, ok := next.(traits.Comparer)
		if !ok {
			return types.MaybeNoSuchOverloadErr(next)
		}
		if previous != nil && previous.Compare(next) == types.IntOne {
			return types.False
		}
		previous = element
	}
	return types.True
}

func zeroOf(t *cel.Type) traits.Adder {
	switch t {
	case cel.UintType:
		return types.Uint(0)
	case cel.DoubleType:
		return types.Double(0)
	case cel.DurationType:
		return types.Duration{}
	default:
		return types.Int(0)
	}
}

func sumFrom(zero traits.Adder) func(ref.Val) ref.Val {
	return func(list ref.Val) ref.Val {
		iterable, ok := list.(traits.Iterable)
		if !ok {
			return types.MaybeNoSuchOverloadErr(list)
		}
		total := zero
		for it := iterable.Iterator(); it.HasNext() == types.True; {
			next := it.Next()
			if _, ok := next.(traits.Adder); !ok {
				return types.MaybeNoSuchOverloadErr(next)
			}
			sum := total.Add(next)
			if total, ok = sum.(traits.Adder); !ok {
				return types.MaybeNoSuchOverloadErr(sum) // for example an overflow
			}
		}
		return total.(ref.Val)
	}
}

// extremum returns a function from a list to its least or greatest element. An element
// replaces the best one if best.Compare(element) is worse. Elements that cannot be compared
// are skipped.
func extremum(name string, worse types.Int) func(ref.Val) ref.Val {
	return func(list ref.Val) ref.Val {
		iterable, ok := list.(traits.Iterable)
		if !ok {
			return types.MaybeNoSuchOverloadErr(list)
		}
		var best traits.Comparer
		for it := iterable.Iterator(); it.HasNext() == types.True; {
			next := it.Next()
			element, ok := next.(traits.Comparer)
			if !ok {
				return types.MaybeNoSuchOverloadErr(next)
			}
			if best == nil || best.Compare(next) == worse {
				best = element
			}
		}
		if best == nil {
			return types.NewErr("%s called on empty list", name)
		}
		return best.(ref.Val)
	}
}

func indexOf(list traits.Lister, item ref.Val) ref.Val {
	size := list.Size().(types.Int)
	for i := types.Int(0); i < size; i++ {
		if list.Get(i).Equal(item) == types.True {
			return i
		}
	}
	return types.IntNegOne
}

func lastIndexOf(list traits.Lister, item ref.Val) ref.Val {
	for i := list.Size().(types.Int) - 1; i >= 0; i-- {
		if list.Get(i).Equal(item) == types.True {
			return i
		}
	}
	return types.IntNegOne
}

func includes(target, item ref.Val) ref.Val {
	list, ok := target.(traits.Lister)
	if !ok {
		return types.Bool(target.Equal(item) == types.True)
	}
	for it := list.Iterator(); it.HasNext() == types.True; {
		if it.Next().Equal(item) == types.True {
			return types.True
		}
	}
	return types.False
}
