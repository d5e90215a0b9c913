package celvalue

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/structural"
)

// listVal is a list. Its list type determines equality and sums.
type listVal struct {
	arena    *Arena
	schema   *structural.Schema
	elements []any
	byKey    map[any]any // the elements by key of a list of type map, after a comparison
}

var _ traits.Lister = (*listVal)(nil)

func (l *listVal) at(i int) ref.Val { return l.arena.read(l.elements[i], l.schema.Items()) }

// CountsSteps marks a value that counts the steps of reading it.
func (l *listVal) CountsSteps() {}

func (l *listVal) Get(index ref.Val) ref.Val {
	i, ok := index.(types.Int)
	switch {
	case !ok:
		return types.ValOrErr(index, "unsupported index: %v", index)
	case i < 0 || int(i) >= len(l.elements):
		return types.NewErr("index out of bounds: %v", index)
	default:
		return l.at(int(i))
	}
}

// Contains implements traits.Container. An incomparable element matters only if none equals v.
func (l *listVal) Contains(v ref.Val) ref.Val {
	if types.IsUnknownOrError(v) {
		return v
	}
	var failed ref.Val
	for i := range l.elements {
		equal := l.at(i).Equal(v)
		if equal == types.True {
			return types.True
		}
		if _, ok := equal.(types.Bool); !ok && failed == nil {
			failed = types.MaybeNoSuchOverloadErr(equal)
		}
	}
	if failed != nil {
		return failed
	}
	return types.False
}

func (l *listVal) Size() ref.Val { return types.Int(len(l.elements)) }

func (l *listVal) Iterator() traits.Iterator { return &elementIterator{listVal: l} }

type elementIterator struct {
	*listVal
	next int
}

func (it *elementIterator) HasNext() ref.Val { return types.Bool(it.next < len(it.elements)) }

func (it *elementIterator) Next() ref.Val {
	it.next++
	return it.at(it.next - 1)
}

// Equal implements ref.Val, according to the list type.
func (l *listVal) Equal(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	if l.Size() != w.Size() {
		return types.False
	}
	switch l.listType() {
	case "set":
		return equalSets(l, w)
	case "map":
		return l.equalByKeys(w)
	default:
		return l.equalInOrder(w)
	}
}

func (l *listVal) listType() string {
	listType, _ := l.schema.ListType()
	return listType
}

func (l *listVal) equalInOrder(w traits.Lister) ref.Val {
	for i := range l.elements {
		if equal := l.at(i).Equal(w.Get(types.Int(i))); equal != types.True {
			return equal
		}
	}
	return types.True
}

// Add implements traits.Adder: it appends, merges sets, or merges by keys.
func (l *listVal) Add(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	elements := l.arena.elementsOf(l)
	switch l.listType() {
	case "set":
		return l.arena.addToSet(elements, w)
	case "map":
		return l.arena.addByKeys(elements, w, l.keyIdentifiers())
	}
	for it := w.Iterator(); it.HasNext() == types.True; {
		l.arena.step(stepsOfCopy)
		elements = append(elements, it.Next())
	}
	return types.NewRefValList(types.DefaultTypeAdapter, elements)
}

// stepsOfCopy is one for each byte of an element, to bound the memory.
const stepsOfCopy = 16

func (a *Arena) elementsOf(l traits.Lister) []ref.Val {
	n, _ := l.Size().(types.Int)
	out := make([]ref.Val, n)
	for i := range n {
		a.step(stepsOfCopy)
		out[i] = l.Get(i)
	}
	return out
}

func (l *listVal) Type() ref.Type { return types.ListType }

func (l *listVal) Value() any { return l.elements }

// ConvertToNative implements ref.Val. It returns a slice, of strings if the elements have
// that type.
func (l *listVal) ConvertToNative(t reflect.Type) (any, error) {
	if t.Kind() != reflect.Slice {
		return nil, fmt.Errorf("type conversion error from '%s' to '%s'", l.Type(), t)
	}
	if l.schema.Items().Type() != structural.String {
		return l.elements, nil
	}
	var texts []string
	for _, v := range l.elements {
		text, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("expected all elements to be of type string, but got %T", v)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func (l *listVal) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.ListType:
		return l
	case types.TypeType:
		return types.ListType
	}
	return types.NewErr("type conversion error from '%s' to '%s'", l.Type(), t.TypeName())
}
