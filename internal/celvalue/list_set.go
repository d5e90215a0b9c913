package celvalue

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// equalSets compares lists of the same size. Elements other than scalars are an error.
func equalSets(l, w traits.Lister) ref.Val {
	has, failed := elementSet(l)
	if failed != nil {
		return failed
	}
	seen := make(map[any]struct{}, len(has))
	for it := w.Iterator(); it.HasNext() == types.True; {
		k, failed := elementKey(it.Next())
		if failed != nil {
			return failed
		}
		if _, found := has[k]; !found {
			return types.False
		}
		seen[k] = struct{}{}
	}
	return types.Bool(len(seen) == len(has))
}

func elementSet(l traits.Lister) (map[any]struct{}, ref.Val) {
	n, _ := l.Size().(types.Int)
	set := make(map[any]struct{}, n)
	for i := range n {
		k, failed := elementKey(l.Get(i))
		if failed != nil {
			return nil, failed
		}
		set[k] = struct{}{}
	}
	return set, nil
}

func elementKey(v ref.Val) (any, ref.Val) {
	switch v.(type) {
	case traits.Lister, traits.Mapper:
		return nil, types.NewErr("listSet operations are only supported on lists of scalar values")
	}
	return hashable(v.Value()), nil
}

func hashable(v any) any {
	if v != nil && !reflect.TypeOf(v).Comparable() {
		return fmt.Sprintf("%#v", v)
	}
	return v
}

func (a *Arena) addToSet(elements []ref.Val, other traits.Lister) ref.Val {
	set := make(map[any]struct{}, len(elements))
	for _, v := range elements {
		k, failed := elementKey(v)
		if failed != nil {
			return failed
		}
		set[k] = struct{}{}
	}
	for it := other.Iterator(); it.HasNext() == types.True; {
		a.step(stepsOfCopy)
		v := it.Next()
		k, failed := elementKey(v)
		if failed != nil {
			return failed
		}
		if _, found := set[k]; !found {
			set[k] = struct{}{}
			elements = append(elements, v)
		}
	}
	return &mergedSet{types.NewRefValList(types.DefaultTypeAdapter, elements), a}
}

type mergedSet struct {
	traits.Lister
	arena *Arena
}

func (l *mergedSet) Add(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return l.arena.addToSet(l.arena.elementsOf(l), w)
}

func (l *mergedSet) Equal(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	switch {
	case !ok:
		return types.MaybeNoSuchOverloadErr(other)
	case l.Size() != w.Size():
		return types.False
	default:
		return equalSets(l, w)
	}
}
