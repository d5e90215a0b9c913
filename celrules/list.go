package celrules

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/structural"
)

// list is a list as a rule sees it. Its list type says what it is equal to, and
// what comes of adding another list to it.
type list struct {
	memory   *memory
	schema   *structural.Schema
	elements []any
	byKey    map[any]any // the elements of a list of type map, once it was compared
}

var _ traits.Lister = (*list)(nil)

func (l *list) at(i int) ref.Val { return l.memory.value(l.elements[i], l.schema.Items()) }

// Get is the element at an index.
func (l *list) Get(index ref.Val) ref.Val {
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

// Contains tells whether an element equals v; an element that cannot be compared
// only matters if none does.
func (l *list) Contains(v ref.Val) ref.Val {
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

func (l *list) Size() ref.Val             { return types.Int(len(l.elements)) }
func (l *list) Iterator() traits.Iterator { return &cursor{list: l} }

type cursor struct {
	*list
	next int
}

func (c *cursor) HasNext() ref.Val { return types.Bool(c.next < len(c.elements)) }

func (c *cursor) Next() ref.Val {
	c.next++
	return c.at(c.next - 1)
}

// Equal compares as the list type wants it: in order, as sets, or by keys.
func (l *list) Equal(other ref.Val) ref.Val {
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
		return l.equalKeyed(w)
	default:
		return l.equalInOrder(w)
	}
}

func (l *list) listType() string {
	listType, _ := l.schema.ListType()
	return listType
}

func (l *list) equalInOrder(w traits.Lister) ref.Val {
	for i := range l.elements {
		if equal := l.at(i).Equal(w.Get(types.Int(i))); equal != types.True {
			return equal
		}
	}
	return types.True
}

// Add appends, merges sets, or merges by keys.
func (l *list) Add(other ref.Val) ref.Val {
	w, ok := other.(traits.Lister)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	elements := elementsOf(l)
	switch l.listType() {
	case "set":
		return addToSet(elements, w)
	case "map":
		return addToKeyed(elements, w, l.keyNames())
	}
	for it := w.Iterator(); it.HasNext() == types.True; {
		elements = append(elements, it.Next())
	}
	return types.NewRefValList(types.DefaultTypeAdapter, elements)
}

// elementsOf are the elements of a list, in a new slice.
func elementsOf(l traits.Lister) []ref.Val {
	n, _ := l.Size().(types.Int)
	out := make([]ref.Val, n)
	for i := range n {
		out[i] = l.Get(i)
	}
	return out
}

func (l *list) Type() ref.Type { return types.ListType }
func (l *list) Value() any     { return l.elements }

// ConvertToNative gives functions of CEL a slice, of strings if these are
// expected to be in it.
func (l *list) ConvertToNative(t reflect.Type) (any, error) {
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

func (l *list) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.ListType:
		return l
	case types.TypeType:
		return types.ListType
	}
	return types.NewErr("type conversion error from '%s' to '%s'", l.Type(), t.TypeName())
}
