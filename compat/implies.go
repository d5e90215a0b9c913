package compat

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/celtree"
)

// mostSteps bounds the comparisons of one implication of rules.
const mostSteps = 20_000

// prover decides whether one normalized condition follows from another. It counts its steps.
type prover struct{ left int }

// implies reports whether b is true for all values for which a is. false means unknown.
func (p *prover) implies(a, b *celtree.Expr) bool {
	if p.left--; p.left < 0 {
		return false
	}
	switch {
	case text(a) == text(b), isBool(b, true), isBool(a, false):
		return true
	case isCall(b, opAnd):
		return !slices.ContainsFunc(b.Args, func(x *celtree.Expr) bool { return !p.implies(a, x) })
	case isCall(a, opOr):
		return !slices.ContainsFunc(a.Args, func(x *celtree.Expr) bool { return !p.implies(x, b) })
	case isCall(b, opOr) && slices.ContainsFunc(b.Args, func(x *celtree.Expr) bool { return p.implies(a, x) }):
		return true
	case isCall(a, opAnd):
		return slices.ContainsFunc(a.Args, func(x *celtree.Expr) bool { return p.implies(x, b) })
	case isQuantifier(a) && isQuantifier(b) && a.Name == b.Name && text(a.Args[0]) == text(b.Args[0]):
		return p.implies(a.Args[2], b.Args[2])
	default:
		return compared(a, b)
	}
}

func isCall(e *celtree.Expr, name string) bool { return e.Op == celtree.Call && e.Name == name }

func isBool(e *celtree.Expr, value bool) bool { return e.Op == celtree.Literal && e.Value == value }

// limit is a comparison with a constant: low bounds the subject from below, else from above.
type limit struct {
	subject string
	value   float64
	low     bool
	strict  bool
}

// limitOf reads `P < 5`, `5 <= P` and the like.
func limitOf(e *celtree.Expr) (limit, bool) {
	if e.Op != celtree.Call || len(e.Args) != 2 || e.Name != "_<_" && e.Name != "_<=_" {
		return limit{}, false
	}
	l := limit{strict: e.Name == "_<_"}
	subject, constant := e.Args[0], e.Args[1]
	if _, ok := numberOf(constant); !ok {
		subject, constant, l.low = constant, subject, true
	}
	value, ok := numberOf(constant)
	l.value, l.subject = value, text(subject)
	return l, ok
}

// numberOf returns the number of a literal that a float64 holds exactly.
func numberOf(e *celtree.Expr) (float64, bool) {
	if e.Op == celtree.Call && e.Name == "-_" && len(e.Args) == 1 {
		v, ok := numberOf(e.Args[0])
		return -v, ok
	}
	if e.Op != celtree.Literal {
		return 0, false
	}
	switch v := e.Value.(type) {
	case int64:
		return float64(v), int64(float64(v)) == v && v < 1<<53 && v > -1<<53
	case float64:
		return v, true
	default:
		return 0, false
	}
}

// compared reports whether a comparison with constants follows from another.
func compared(a, b *celtree.Expr) bool {
	subject, values, finite := valuesOf(a)
	if finite {
		return admits(b, subject, values)
	}
	la, ok := limitOf(a)
	lb, also := limitOf(b)
	if !ok || !also || la.subject != lb.subject || la.low != lb.low {
		return false
	}
	if la.value == lb.value {
		return la.strict || !lb.strict
	}
	return la.low == (la.value > lb.value)
}

// valuesOf reads `P == 5` and `P in [1, 2]`.
func valuesOf(e *celtree.Expr) (subject string, values []*celtree.Expr, ok bool) {
	switch {
	case isCall(e, opIn) && e.Args[1].Op == celtree.List && literals(e.Args[1].Args):
		return text(e.Args[0]), e.Args[1].Args, true
	case isCall(e, "_==_") && e.Args[0].Op == celtree.Literal:
		return text(e.Args[1]), e.Args[:1], true
	case isCall(e, "_==_") && e.Args[1].Op == celtree.Literal:
		return text(e.Args[0]), e.Args[1:], true
	default:
		return "", nil, false
	}
}

func literals(list []*celtree.Expr) bool {
	return !slices.ContainsFunc(list, func(e *celtree.Expr) bool { return e.Op != celtree.Literal })
}

// admits reports whether each value of the subject satisfies b.
func admits(b *celtree.Expr, subject string, values []*celtree.Expr) bool {
	other, allowed, finite := valuesOf(b)
	l, isLimit := limitOf(b)
	for _, v := range values {
		switch {
		case finite && other == subject && slices.ContainsFunc(allowed, func(x *celtree.Expr) bool { return text(x) == text(v) }):
		case isLimit && l.subject == subject && l.holds(v):
		case differs(b, subject, v):
		default:
			return false
		}
	}
	return true
}

func (l limit) holds(e *celtree.Expr) bool {
	v, ok := numberOf(e)
	switch {
	case !ok:
		return false
	case v == l.value:
		return !l.strict
	default:
		return l.low == (v > l.value)
	}
}

// differs reports whether b is `P != c` for another constant of the same type.
func differs(b *celtree.Expr, subject string, v *celtree.Expr) bool {
	if !isCall(b, "_!=_") {
		return false
	}
	for i, a := range b.Args {
		c := b.Args[1-i]
		if text(a) == subject && c.Op == celtree.Literal && sameType(c.Value, v.Value) && text(c) != text(v) {
			return true
		}
	}
	return false
}

func sameType(a, b any) bool {
	switch a.(type) {
	case string:
		_, ok := b.(string)
		return ok
	case int64:
		_, ok := b.(int64)
		return ok
	default:
		return false
	}
}
