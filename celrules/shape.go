package celrules

import (
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
)

// shape is a CEL type as a schema gives it, with what an estimate needs to know
// of its values. Equal shapes of one [Compiler] are one shape: two may be
// compared by address. A shape does not know where it stands; the same one has
// different names in different places, see provider.
type shape struct {
	kind   kind
	elem   *shape      // of a list or map
	fields []declField // of an object, in byte order
	// size is the greatest number of elements, or of bytes of a string.
	size int64
	// weight is the smallest number of bytes that a value takes as JSON.
	weight int64
	form   *form
}

// declField is a property that rules can call.
type declField struct {
	name  string // the identifier
	shape *shape
}

// kind is what CEL calls a type.
type kind uint8

const (
	dynKind kind = iota
	boolKind
	intKind
	doubleKind
	stringKind
	bytesKind
	durationKind
	timestampKind
	listKind
	mapKind
	objectKind
)

// scalars are the CEL types of the kinds that need no more than their kind.
var scalars = [...]*cel.Type{
	dynKind: cel.DynType, boolKind: cel.BoolType, intKind: cel.IntType, doubleKind: cel.DoubleType,
	stringKind: cel.StringType, bytesKind: cel.BytesType, durationKind: cel.DurationType, timestampKind: cel.TimestampType,
}

// form is how a shape is built of lists, maps and scalars, down to its nearest
// objects. Equal forms of one Compiler are one form. Two shapes of one form are
// told apart by the type checker only when it asks for fields.
type form struct {
	kind  kind
	elem  *form
	depth int // how many lists and maps there are inside of each other
}

// maxNesting bounds how many lists and maps may be inside of each other: the
// type checker takes time with the cube of that number.
const maxNesting = 32

// declField is the field called name.
func (s *shape) field(name string) (*shape, bool) {
	i, found := slices.BinarySearchFunc(s.fields, name, func(f declField, name string) int { return strings.Compare(f.name, name) })
	if !found {
		return nil, false
	}
	return s.fields[i].shape, true
}

// innermost is what is inside of nested lists and maps at a place, and what its
// type is called there.
func innermost(name string, s *shape) (string, *shape) {
	var b strings.Builder
	b.WriteString(name)
	for {
		switch s.kind {
		case listKind:
			b.WriteString(".@idx")
		case mapKind:
			b.WriteString(".@elem")
		default:
			return b.String(), s
		}
		s = s.elem
	}
}

// celType is the type of a value of this shape at a place called name.
func (s *shape) celType(name string) *cel.Type {
	name, inner := innermost(name, s)
	if inner.kind == objectKind {
		return s.around(cel.ObjectType(name))
	}
	return s.around(scalars[inner.kind])
}

func (s *shape) around(inner *cel.Type) *cel.Type {
	switch s.kind {
	case listKind:
		return cel.ListType(s.elem.around(inner))
	case mapKind:
		return cel.MapType(cel.StringType, s.elem.around(inner))
	default:
		return inner
	}
}

// step goes from a shape to that of its parts, by the names that the estimator
// of costs has for them.
func (s *shape) step(name string) *shape {
	switch name {
	case "@items", "@values":
		return s.elem
	case "@keys":
		if s.kind == mapKind {
			return &keyShape
		}
		return nil
	}
	to, _ := s.field(name)
	return to
}

// keyShape is the shape of the keys of maps, of whose size nothing is known: a
// server counts it as 0.
var keyShape = shape{kind: stringKind, weight: stringWeight}
