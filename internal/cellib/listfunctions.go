package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

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
				return types.MaybeNoSuchOverloadErr(sum) // an overflow, for one
			}
		}
		return total.(ref.Val)
	}
}

// extreme finds the element that every other one compares to with something
// else than worse. Elements that cannot be compared, of a list of mixed types,
// are passed over.
func extreme(name string, worse types.Int) func(ref.Val) ref.Val {
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
