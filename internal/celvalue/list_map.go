package celvalue

import (
	"fmt"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/internal/celtype"
)

// keyIdentifiers leaves a name without an identifier unchanged.
func (l *listVal) keyIdentifiers() []string {
	keys := l.schema.ListMapKeys()
	for i, name := range keys {
		if identifier, ok := celtype.Escape(name); ok {
			keys[i] = identifier
		}
	}
	return keys
}

// equalByKeys compares the elements that have the same keys. It looks up the keys of JSON
// objects by identifier instead of property name, so it never finds a key that has to be
// escaped.
//
// Rule: k8s.io/apiserver/pkg/cel/common, unstructuredMapList.Equal.
func (l *listVal) equalByKeys(w traits.Lister) ref.Val {
	identifiers := l.keyIdentifiers()
	l.index(identifiers)
	seen := make(map[any]struct{}, len(l.byKey))
	for it := w.Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		k := l.arena.readKey(rawKey(v.Value(), identifiers))
		mine, found := l.byKey[k]
		if !found {
			return types.False
		}
		if equal := l.arena.Value(mine, l.schema.Items()).Equal(v); equal != types.True {
			return equal
		}
		seen[k] = struct{}{}
	}
	return types.Bool(len(seen) == len(l.byKey))
}

// index fills byKey. A key that is not a scalar panics and ends the rule. The next rule
// finds byKey as far as it was filled, as in the server.
func (l *listVal) index(identifiers []string) {
	if l.byKey != nil {
		return
	}
	l.byKey = make(map[any]any, len(l.elements))
	for _, v := range l.elements {
		l.byKey[l.arena.readKey(rawKey(v, identifiers))] = v
	}
}

// rawKey returns the key of a JSON element, or a unique key for another element.
func rawKey(element any, identifiers []string) any {
	fields, ok := element.(map[string]any)
	if !ok {
		return types.NewErr("unexpected data format for element of array with x-kubernetes-list-type=map: %T", element)
	}
	return composite(identifiers, func(identifier string) any { return fields[identifier] })
}

func composite(identifiers []string, get func(identifier string) any) any {
	switch len(identifiers) {
	case 1:
		return get(identifiers[0])
	case 2:
		return [2]any{get(identifiers[0]), get(identifiers[1])}
	case 3:
		return [3]any{get(identifiers[0]), get(identifiers[1]), get(identifiers[2])}
	}
	all := make([]any, len(identifiers))
	for i, identifier := range identifiers {
		all[i] = get(identifier)
	}
	return fmt.Sprintf("%#v", all)
}

// addByKeys replaces the elements with the same keys as one in other, and appends the rest.
func (a *Arena) addByKeys(elements []ref.Val, other traits.Lister, identifiers []string) ref.Val {
	indices := make(map[any]int, len(elements))
	for i, v := range elements {
		indices[keyOf(v, identifiers)] = i
	}
	for it := other.Iterator(); it.HasNext() == types.True; {
		a.step(stepsOfCopy)
		v := it.Next()
		if i, found := indices[keyOf(v, identifiers)]; found {
			elements[i] = v
		} else {
			elements = append(elements, v)
		}
	}
	return &mergedMapList{types.NewRefValList(types.DefaultTypeAdapter, elements), a, identifiers}
}

func keyOf(element ref.Val, identifiers []string) any {
	return composite(identifiers, func(identifier string) any {
		m, ok := element.(traits.Mapper)
		if !ok {
			return nil
		}
		v, found := m.Find(types.String(identifier))
		if !found || v == nil || types.IsUnknownOrError(v) {
			return nil
		}
		return hashable(v.Value())
	})
}

type mergedMapList struct {
	traits.Lister
	arena       *Arena
	identifiers []string
}

func (l *mergedMapList) Add(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	return l.arena.addByKeys(l.arena.elementsOf(l), w, l.identifiers)
}

func (l *mergedMapList) Equal(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	switch {
	case !ok:
		return types.MaybeNoSuchOverloadErr(other)
	case l.Size() != w.Size():
		return types.False
	}
	byKey := map[any]ref.Val{}
	for _, v := range l.arena.elementsOf(l) {
		byKey[keyOf(v, l.identifiers)] = v
	}
	seen := make(map[any]struct{}, len(byKey))
	for it := w.Iterator(); it.HasNext() == types.True; {
		v := it.Next()
		k := keyOf(v, l.identifiers)
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
