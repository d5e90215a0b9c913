package cellib

import (
	"maps"
	"slices"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/parser"
)

// The type checker compares, prints and copies types in time with the cube of their size,
// the number of nested lists, maps and optional values. A rule of 300 bytes can have a
// type of millions:
//
//	[1].map(x, {x: x}).map(x, {x: x}).map(x, {x: x}) ...
//
// typeSizer follows how an expression builds types. Its sizes are about the real ones or
// more.
//
// The type of [], {} and optional.none() is open: the values that they are joined with
// complete it, so its size is at most the sum over all open parts joined with it. If a
// variable of a macro has an open type and is mentioned many times, all parts of the
// expression together bound all types:
//
//	[].all(x, [].all(y, x == {y: y}))
type typeSizer struct {
	declared int // the size of the largest type of a variable or a field
	scope    map[string]exprType
	keys     int
	cubes    int // the sum of the cubes of the sizes of all types
	largest  int
	open     int  // the number of parts with an open type
	shared   bool // whether a variable with an open type is used
}

type exprType struct {
	size int
	open bool
}

// maxTypeSize is far beyond the largest type that may be checked. Its cube fits a
// thousand times into the number of steps.
const maxTypeSize = 1 << 10

func stepsOfTypes(root ast.Expr, declared int) int {
	cubes := cubesOfTypes(root, declared)
	if cubes > largeTypes {
		return saturated(int64(cubes) / cubesPerStep * stepsIfLong)
	}
	return cubes / cubesPerStep
}

func cubesOfTypes(root ast.Expr, declared int) int {
	s := typeSizer{declared: declared, scope: map[string]exprType{}, keys: 1}
	s.typeOf(root)
	if s.shared {
		return cubesOfShared(root, declared)
	}
	return saturated(int64(s.cubes) + int64(s.open)*cube(s.largest))
}

func cube(n int) int64 { return int64(n) * int64(n) * int64(n) }

func (s *typeSizer) typeOf(e ast.Expr) exprType {
	if e.Kind() == ast.IdentKind && e.AsIdent() == computed {
		return s.scope[computed] // counted with its last type
	}
	t := s.ofKind(e)
	t.size = min(t.size, maxTypeSize)
	s.count(t, 1)
	return t
}

func (s *typeSizer) count(t exprType, n int) {
	s.cubes = saturated(int64(s.cubes) + int64(n)*cube(t.size))
	s.largest = max(s.largest, t.size)
	if t.open {
		s.open += n
	}
}

func (s *typeSizer) ofKind(e ast.Expr) exprType {
	switch e.Kind() {
	case ast.IdentKind:
		return s.ident(e.AsIdent())
	case ast.SelectKind:
		t := s.typeOf(e.AsSelect().Operand())
		return exprType{max(t.size, s.declared), t.open}
	case ast.CallKind:
		return s.call(e.AsCall())
	case ast.ListKind:
		t := joined(s.typesOf(e.AsList().Elements()))
		return exprType{1 + max(1, t.size), t.open}
	case ast.MapKind:
		return s.mapType(e.AsMap())
	case ast.ComprehensionKind:
		return s.comprehension(e.AsComprehension())
	default:
		return exprType{size: 1}
	}
}

func (s *typeSizer) ident(name string) exprType {
	v, isLocal := s.scope[name]
	if !isLocal {
		return exprType{size: s.declared}
	}
	s.shared = s.shared || v.open
	return v
}

func (s *typeSizer) typesOf(parts []ast.Expr) []exprType {
	out := make([]exprType, len(parts))
	for i, e := range parts {
		out[i] = s.typeOf(e)
	}
	return out
}

// joined returns the common type of parts. It is open if all of them are; then it
// contains the elements of all of them.
func joined(parts []exprType) exprType {
	t := exprType{sizeOfAll(parts), true}
	for _, p := range parts {
		t.open = t.open && p.open
	}
	return t
}

// sizeOfAll returns the largest part, or all open parts together if larger.
func sizeOfAll(parts []exprType) int {
	largest, open := 0, 0
	for _, p := range parts {
		largest = max(largest, p.size)
		if p.open {
			open += p.size
		}
	}
	return max(largest, open)
}

// wrapping are the functions that enlarge types. The parser takes optional.of for a method
// of a variable named optional.
var wrapping = map[string]bool{"_?._": true, "_[?_]": true, "of": true, "ofNonZeroValue": true, "type": true}

// joining are the functions whose arguments, from this index on, have the type of the
// result.
var joining = map[string]int{operators.Conditional: 1, operators.Add: 0, "or": 0, "orValue": 0}

var plain = map[string]bool{
	operators.Equals: true, operators.NotEquals: true, operators.In: true, operators.LogicalAnd: true,
	operators.LogicalOr: true, operators.LogicalNot: true, operators.NotStrictlyFalse: true, operators.Less: true,
	operators.LessEquals: true, operators.Greater: true, operators.GreaterEquals: true, "size": true, "hasValue": true, "dyn": true,
}

func (s *typeSizer) call(call ast.CallExpr) exprType {
	args, name := call.Args(), call.FunctionName()
	if name == mapInsert && len(args) == entryArgs {
		return s.insert(args)
	}
	parts := s.typesOf(args)
	if call.IsMemberFunction() {
		parts = append(parts, s.typeOf(call.Target()))
	}
	t := exprType{size: sizeOfAll(parts)}
	completes := slices.ContainsFunc(parts, func(p exprType) bool { return p.open })
	if from, joins := joining[name]; joins {
		t.open = joined(parts[min(from, len(parts)):]).open
		completes = t.open
	} else {
		t.open = name == none || completes && !plain[name]
	}
	if wrapping[name] {
		t.size++
	}
	if completes { // an open type takes the type in the signature
		t.size += maxSignature
	}
	return t
}

// none is the function optional.none, parsed as a method of a variable named optional.
const none = "none"

const mapInsert, entryArgs = "cel.@mapInsert", 3

func (s *typeSizer) insert(args []ast.Expr) exprType {
	m, key, value := s.typeOf(args[0]), s.key(args[1]), s.typeOf(args[2])
	return joined([]exprType{m, entry(key, value)})
}

func (s *typeSizer) key(e ast.Expr) exprType {
	if e.Kind() == ast.LiteralKind {
		return exprType{}
	}
	t := s.typeOf(e)
	s.keys = max(s.keys, t.size)
	return t
}

func entry(key, value exprType) exprType {
	return exprType{1 + key.size + value.size, key.open || value.open}
}

func (s *typeSizer) mapType(m ast.MapExpr) exprType {
	keys, values := make([]exprType, m.Size()), make([]exprType, m.Size())
	for i, e := range m.Entries() {
		keys[i], values[i] = s.key(e.AsMapEntry().Key()), s.typeOf(e.AsMapEntry().Value())
	}
	t := entry(joined(keys), joined(values))
	t.size = max(t.size, 2)
	return t
}

// comprehension returns the type of a macro. Its variables are elements and the
// accumulator.
func (s *typeSizer) comprehension(c ast.ComprehensionExpr) exprType {
	outer := maps.Clone(s.scope)
	defer func() { s.scope = outer }()
	elements := s.typeOf(c.IterRange())
	elements.size = max(1, elements.size-1)
	s.scope[c.IterVar()] = elements
	if c.HasIterVar2() { // the first variable is an index or a key
		s.scope[c.IterVar()], s.scope[c.IterVar2()] = exprType{s.keys, elements.open}, elements
	}
	if c.AccuVar() == computed {
		s.scope[computed] = s.ofKind(c.AccuInit())
	} else {
		s.scope[c.AccuVar()] = s.typeOf(c.AccuInit())
	}
	s.typeOf(c.LoopCondition())
	s.scope[c.AccuVar()] = joined([]exprType{s.scope[c.AccuVar()], s.typeOf(c.LoopStep())})
	s.count(s.scope[c.AccuVar()], maxUses)
	return s.typeOf(c.Result())
}

// computed is the accumulator of a macro; expressions cannot name it. A macro begins with a
// literal such as [], and uses the variable at most about maxUses times.
const (
	computed = parser.HiddenAccumulatorName
	maxUses  = 2
)
