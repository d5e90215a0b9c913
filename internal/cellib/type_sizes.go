package cellib

import (
	"maps"

	"github.com/google/cel-go/common/ast"
)

// The type checker compares, prints and copies types in time with the cube of their size:
// the number of lists, maps and optional values that they nest. A rule of 300 bytes can
// have a type of millions:
//
//	[1].map(x, {x: x}).map(x, {x: x}).map(x, {x: x}) ...
//
// typeSizer follows how an expression builds types, and returns sizes that are at least
// about the real ones.
type typeSizer struct {
	declared int            // the size of the largest type of a variable or a field
	scope    map[string]int // the sizes of the types of the variables of macros
	keys     int            // the size of the largest type of the keys of a map
	open     bool           // whether a part has a type that other parts complete
	cubes    int            // the sum of the cubes of the sizes of all types
}

// maxTypeSize is far beyond the size of the largest type that may be checked. Its cube fits
// a thousand times into the number of steps.
const maxTypeSize = 1 << 10

// stepsOfTypes returns the steps of checking the types of an expression.
func stepsOfTypes(root ast.Expr, declared int) int {
	s := typeSizer{declared: declared, scope: map[string]int{}, keys: 1, open: hasOpen(root)}
	s.size(root)
	if s.cubes > largeTypes {
		return min(s.cubes, maxSteps/stepsIfLong) / cubesPerStep * stepsIfLong
	}
	return s.cubes / cubesPerStep
}

// size returns the size of the type of e, and adds up those of its parts.
func (s *typeSizer) size(e ast.Expr) int {
	n := min(s.sizeOfKind(e), maxTypeSize)
	s.cubes = min(s.cubes+n*n*n, maxSteps)
	return n
}

func (s *typeSizer) sizeOfKind(e ast.Expr) int {
	switch e.Kind() {
	case ast.IdentKind:
		if n, isLocal := s.scope[e.AsIdent()]; isLocal {
			return n
		}
		return s.declared
	case ast.SelectKind:
		return max(s.size(e.AsSelect().Operand()), s.declared)
	case ast.CallKind:
		return s.call(e.AsCall())
	case ast.ListKind:
		return 1 + max(1, s.largest(e.AsList().Elements()))
	case ast.MapKind:
		return s.mapType(e.AsMap())
	case ast.ComprehensionKind:
		return s.comprehension(e.AsComprehension())
	default:
		return 1
	}
}

func (s *typeSizer) largest(parts []ast.Expr) (n int) {
	for _, e := range parts {
		n = max(n, s.size(e))
	}
	return n
}

// wrapping are the functions whose results have larger types than their arguments. The
// parser takes optional.of for a function of the variable optional.
var wrapping = map[string]bool{"_?._": true, "_[?_]": true, "of": true, "ofNonZeroValue": true, "type": true}

func (s *typeSizer) call(call ast.CallExpr) int {
	args, name := call.Args(), call.FunctionName()
	if name == mapInsert && len(args) == entryArgs {
		return max(s.size(args[0]), s.entry(args[1], args[2]))
	}
	n := s.largest(args)
	if call.IsMemberFunction() {
		n = max(n, s.size(call.Target()))
	}
	if wrapping[name] {
		return n + 1
	}
	return n
}

// mapInsert is the function by which macros add to a map: another map, or a key with its
// value.
const mapInsert, entryArgs = "cel.@mapInsert", 3

// entry returns the size of the type of a map with an entry. A literal key has a plain
// type, which counts as nothing.
func (s *typeSizer) entry(key, value ast.Expr) int {
	n := 0
	if key.Kind() != ast.LiteralKind {
		n = s.size(key)
		s.keys = max(s.keys, n)
	}
	return 1 + n + s.size(value)
}

func (s *typeSizer) mapType(m ast.MapExpr) int {
	n := 2
	for _, e := range m.Entries() {
		n = max(n, s.entry(e.AsMapEntry().Key(), e.AsMapEntry().Value()))
	}
	return n
}

// comprehension returns the size of the type of a macro. Its variables have the types of
// the elements of the range, and of what is computed.
func (s *typeSizer) comprehension(c ast.ComprehensionExpr) int {
	outer := maps.Clone(s.scope)
	defer func() { s.scope = outer }()
	elements, accu := max(1, s.size(c.IterRange())-1), s.size(c.AccuInit())
	s.scope[c.IterVar()], s.scope[c.AccuVar()] = elements, accu
	if c.HasIterVar2() { // the first variable is an index or a key
		s.scope[c.IterVar()], s.scope[c.IterVar2()] = s.keys, elements
	}
	s.size(c.LoopCondition())
	accu = max(accu, s.size(c.LoopStep()))
	if s.open && c.Result().Kind() != ast.IdentKind {
		// optional.of([]).optMap(x, ...): the uses of x decide what its elements are.
		accu += count(c.Result(), isWrapping)
	}
	s.scope[c.AccuVar()] = accu
	return s.size(c.Result())
}

// hasOpen reports whether a part of e is open, beside the empty lists and maps that macros
// begin with.
func hasOpen(e ast.Expr) bool {
	isBegin := func(e ast.Expr) bool {
		if e.Kind() != ast.ComprehensionKind {
			return false
		}
		c := e.AsComprehension()
		return c.Result().Kind() == ast.IdentKind && isOpen(c.AccuInit())
	}
	return count(e, isOpen) > count(e, isBegin)
}

// isOpen reports whether e has a type that other expressions complete.
func isOpen(e ast.Expr) bool {
	switch e.Kind() {
	case ast.ListKind:
		return e.AsList().Size() == 0
	case ast.MapKind:
		return e.AsMap().Size() == 0
	default:
		return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == "none" // optional.none()
	}
}

// isWrapping reports whether e has a larger type than its parts.
func isWrapping(e ast.Expr) bool {
	switch e.Kind() {
	case ast.ListKind, ast.MapKind:
		return true
	case ast.CallKind:
		name := e.AsCall().FunctionName()
		return wrapping[name] || name == mapInsert
	default:
		return false
	}
}

// count returns how many parts of e, and e, are as is says.
func count(e ast.Expr, is func(ast.Expr) bool) (n int) {
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(part ast.Expr) {
		if is(part) {
			n++
		}
	}))
	return n
}
