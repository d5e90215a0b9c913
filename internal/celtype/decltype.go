// Package celtype derives CEL types from schemas as a Kubernetes API server does:
// declared types (DeclType), with the sizes for cost estimates.
//
// A [Builder] returns the [DeclType] of a schema. Equal declared types of one [Interner]
// are one DeclType, so they compare by address and share their compiled expressions. A
// [Provider] tells the type checker which fields objects have, for one DeclType at a
// time.
//
// Declared types are immutable. Interners, Builders and Providers are not safe for
// concurrent use.
//
// Rule: k8s.io/apiserver/pkg/cel, DeclType; k8s.io/apiserver/pkg/cel/common,
// SchemaDeclType.
package celtype

import (
	"slices"
	"strings"

	"github.com/google/cel-go/cel"
)

// DeclType is the CEL type of the values of a schema, with their greatest sizes. It does
// not include the path below self, the name of an object type; see [Provider].
type DeclType struct {
	kind   typeKind
	elem   *DeclType
	fields []declField // of an object, in byte order of their names
	// maxSize is the greatest number of elements, or of bytes of a string.
	maxSize int64
	// minBytes is the smallest size of a value as JSON.
	minBytes int64
	nesting  *Nesting
	deepest  int // the greatest depth of t and its fields
}

type declField struct {
	identifier string
	declType   *DeclType
}

type typeKind uint8

const (
	dynKind typeKind = iota
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

var scalars = [...]*cel.Type{
	dynKind: cel.DynType, boolKind: cel.BoolType, intKind: cel.IntType, doubleKind: cel.DoubleType,
	stringKind: cel.StringType, bytesKind: cel.BytesType, durationKind: cel.DurationType, timestampKind: cel.TimestampType,
}

// Nesting is how a declared type nests lists and maps, down to a scalar or an object
// without its fields. The type checker distinguishes two types of one Nesting only by
// looking up fields.
type Nesting struct {
	kind  typeKind
	elem  *Nesting
	depth int
}

// maxDepth bounds how many lists and maps may be nested: the type checker takes time with
// the cube of this number.
const maxDepth = 32

// Elem returns the type of the elements or values, or nil for other types and for nil.
func (t *DeclType) Elem() *DeclType {
	if t == nil {
		return nil
	}
	return t.elem
}

// Field returns the type of the field with an identifier.
func (t *DeclType) Field(identifier string) (*DeclType, bool) {
	i, found := slices.BinarySearchFunc(t.fields, identifier, func(f declField, identifier string) int {
		return strings.Compare(f.identifier, identifier)
	})
	if !found {
		return nil, false
	}
	return t.fields[i].declType, true
}

// Nesting returns how t nests lists and maps.
func (t *DeclType) Nesting() *Nesting { return t.nesting }

// Deepest returns the greatest number of lists and maps nested in t or in one of its
// fields.
func (t *DeclType) Deepest() int { return t.deepest }

// selfName is the name of the type of self if it is an object. Types inside it are named
// by their path: selfType#.spec.containers.@idx. The server's name has a random number
// instead of the #. A rule cannot name a type with either.
const selfName = "selfType#"

// SelfType returns the CEL type of self for values of t.
func (t *DeclType) SelfType() *cel.Type { return t.celType(selfName) }

func (t *DeclType) celType(name string) *cel.Type {
	name, inner := innermost(name, t)
	if inner.kind == objectKind {
		return t.wrap(cel.ObjectType(name))
	}
	return t.wrap(scalars[inner.kind])
}

func (t *DeclType) wrap(inner *cel.Type) *cel.Type {
	switch t.kind {
	case listKind:
		return cel.ListType(t.elem.wrap(inner))
	case mapKind:
		return cel.MapType(cel.StringType, t.elem.wrap(inner))
	default:
		return inner
	}
}

// innermost returns the type inside the nested lists and maps of t, and its name.
func innermost(name string, t *DeclType) (string, *DeclType) {
	var b strings.Builder
	b.WriteString(name)
	for {
		switch t.kind {
		case listKind:
			b.WriteString(".@idx")
		case mapKind:
			b.WriteString(".@elem")
		default:
			return b.String(), t
		}
		t = t.elem
	}
}
