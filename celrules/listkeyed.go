package celrules

import (
	"fmt"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
)

// keyNames are the identifiers of the keys of a list of type map; a name that
// cannot be escaped stays.
func (l *list) keyNames() []string {
	keys := l.schema.ListMapKeys()
	for i, name := range keys {
		if identifier, ok := Escape(name); ok {
			keys[i] = identifier
		}
	}
	return keys
}

// equalKeyed compares elements that have the same keys. The keys of elements that
// have not been touched by a rule are looked up by identifier, although an
// object has names: a key that has to be escaped is never found.
//
// Rule: k8s.io/apiserver/pkg/cel/common, unstructuredMapList.Equal.
func (l *list) equalKeyed(w traits.Lister) ref.Val {
	names := l.keyNames()
	l.index(names)
	seen := make(map[any]struct{}, len(l.byKey))
	for it := w.Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		k := rawKey(v.Value(), names)
		mine, found := l.byKey[k]
		if !found {
			return types.False
		}
		if equal := l.memory.value(mine, l.schema.Items()).Equal(v); equal != types.True {
			return equal
		}
		seen[k] = struct{}{}
	}
	return types.Bool(len(seen) == len(l.byKey))
}

// index is made once. A key that is no scalar ends it, and the evaluation: the
// next one goes on with what there is of it, as on a server.
func (l *list) index(names []string) {
	if l.byKey != nil {
		return
	}
	l.byKey = make(map[any]any, len(l.elements))
	for _, v := range l.elements {
		l.byKey[rawKey(v, names)] = v
	}
}

// rawKey is nothing that another element has for what is no object.
func rawKey(element any, names []string) any {
	fields, ok := element.(map[string]any)
	if !ok {
		return types.NewErr("unexpected data format for element of array with x-kubernetes-list-type=map: %T", element)
	}
	return composite(names, func(name string) any { return fields[name] })
}

// composite is several keys as one that Go can compare.
func composite(names []string, get func(string) any) any {
	switch len(names) {
	case 1:
		return get(names[0])
	case 2:
		return [2]any{get(names[0]), get(names[1])}
	case 3:
		return [3]any{get(names[0]), get(names[1]), get(names[2])}
	}
	all := make([]any, len(names))
	for i, name := range names {
		all[i] = get(name)
	}
	return fmt.Sprintf("%#v", all)
}

// addToKeyed puts the elements of other in the places of those with the same
// keys, and appends the rest.
func addToKeyed(elements []ref.Val, other traits.Lister, names []string) ref.Val {
	places := make(map[any]int, len(elements))
	for i, v := range elements {
		places[keyOf(v, names)] = i
	}
	for it := other.Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		if i, found := places[keyOf(v, names)]; found {
			elements[i] = v
		} else {
			elements = append(elements, v)
		}
	}
	return &mergedKeyed{types.NewRefValList(types.DefaultTypeAdapter, elements), names}
}

// keyOf is the key of an element, as rules see it.
func keyOf(element ref.Val, names []string) any {
	return composite(names, func(name string) any {
		m, ok := element.(traits.Mapper)
		if !ok {
			return nil
		}
		v, found := m.Find(types.String(name))
		if !found || v == nil || types.IsUnknownOrError(v) {
			return nil
		}
		return hashable(v.Value())
	})
}

// mergedKeyed is what two lists of type map were added up to: another one.
type mergedKeyed struct {
	traits.Lister
	names []string
}

func (l *mergedKeyed) Add(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return addToKeyed(elementsOf(l), w, l.names)
}

func (l *mergedKeyed) Equal(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	switch {
	case !ok:
		return types.MaybeNoSuchOverloadErr(other)
	case l.Size() != w.Size():
		return types.False
	}
	byKey := map[any]ref.Val{}
	for _, v := range elementsOf(l) {
		byKey[keyOf(v, l.names)] = v
	}
	seen := make(map[any]struct{}, len(byKey))
	for it := w.Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		k := keyOf(v, l.names)
		mine, found := byKey[k]
		if !found {
			return types.False
		}
		if equal := mine.Equal(v); equal != types.True {
			return equal
		}
		seen[k] = struct{}{}
	}
	return types.Bool(len(seen) == len(byKey))
}
