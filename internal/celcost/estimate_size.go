package celcost

import (
	"unicode/utf8"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
)

// elements has the sizes of the keys and values of a list or map that the expression makes.
type elements struct {
	kind       types.Kind
	key, value Range
}

func (s *elements) keySize() *Range {
	if s == nil {
		return nil
	}
	return &s.key
}

func (s *elements) valueSize() *Range {
	if s == nil {
		return nil
	}
	return &s.value
}

// union returns the sizes in either, or nil if one of them is unknown.
func (s *elements) union(other *elements) *elements {
	if s == nil || other == nil {
		return nil
	}
	return &elements{kind: s.kind, key: s.key.union(other.key), value: s.value.union(other.value)}
}

// sizesSeen is the union of sizes. The size of no value is 0.
type sizesSeen struct{ seen *Range }

func (s *sizesSeen) add(size Range) { s.seen = unionOf(s.seen, &size) }

func (s *sizesSeen) all() Range {
	if s.seen == nil {
		return Range{}
	}
	return *s.seen
}

func (e *estimator) typeOf(x ast.Expr) *types.Type { return e.checked.GetType(x.ID()) }

func (e *estimator) keepSize(x ast.Expr, size *Range) {
	if size != nil {
		e.sizes[x.ID()] = *size
	}
}

func (e *estimator) keepElements(x ast.Expr, s *elements) {
	if s != nil {
		e.elements[x.ID()] = s
	}
}

func (e *estimator) copySizes(to, from ast.Expr) {
	e.keepSize(to, e.size(from))
	e.keepElements(to, e.elementsOf(from))
}

func (e *estimator) elementsOf(x ast.Expr) *elements {
	if s, ok := e.elements[x.ID()]; ok {
		return s
	}
	if x.Kind() == ast.IdentKind {
		if v := e.variable(x.AsIdent()); v != nil {
			return v.elements
		}
	}
	return nil
}

// size returns the size of a part of the expression, or nil if it is unknown.
func (e *estimator) size(x ast.Expr) *Range {
	if size, ok := e.sizes[x.ID()]; ok {
		return &size
	}
	if size := sizeOfLiteral(x); size != nil {
		return size
	}
	if size := e.sizeAt(e.path(x)); size != nil {
		e.sizes[x.ID()] = *size
		return size
	}
	if isScalar(e.typeOf(x)) {
		return &Range{1, 1}
	}
	if x.Kind() == ast.IdentKind {
		if v := e.variable(x.AsIdent()); v != nil {
			return v.size
		}
	}
	return nil
}

func (e *estimator) sizeOrAny(x ast.Expr) Range {
	if size := e.size(x); size != nil {
		return *size
	}
	return anySize
}

// sizeOf returns the size of an operand, or of its elements, for a library function.
func (e *estimator) sizeOf(n *node) Range {
	if n.size != nil {
		return *n.size
	}
	if size := e.sizeAt(n.path); size != nil {
		return *size
	}
	return anySize
}

func (e *estimator) sizeAt(path []string) *Range {
	if e.maxSize == nil || len(path) == 0 {
		return nil
	}
	maxSize, known := e.maxSize(path)
	if !known {
		return nil
	}
	return &Range{Max: maxSize}
}

func sizeOfLiteral(x ast.Expr) *Range {
	n := 0
	switch x.Kind() {
	case ast.ListKind:
		n = x.AsList().Size()
	case ast.MapKind:
		n = x.AsMap().Size()
	case ast.LiteralKind:
		switch v := x.AsLiteral().(type) {
		case types.String:
			n = utf8.RuneCountInString(string(v))
		case types.Bytes:
			n = len(v)
		case types.Bool, types.Double, types.Duration, types.Int, types.Timestamp, types.Uint, types.Null:
			n = 1
		default:
			return nil
		}
	default:
		return nil
	}
	return &Range{uint64(n), uint64(n)}
}

// isScalar reports whether all values of a type have the size 1.
func isScalar(t *types.Type) bool {
	switch t.Kind() {
	case types.BoolKind, types.DoubleKind, types.DurationKind, types.IntKind, types.TimestampKind, types.UintKind:
		return true
	case types.OpaqueKind:
		return t.TypeName() == "optional_type" && isScalar(t.Parameters()[0])
	default:
		return false
	}
}
