package compat

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
)

// Operators of celtree.
const (
	opAnd = "_&&_"
	opOr  = "_||_"
	opNot = "!_"
	opIn  = "@in"
)

// mostRule is the longest rule that is read, in bytes.
const mostRule = 10_000

// normalize returns an expression that is true for the same values, if it is a condition: with
// canonical names of variables, negations at the leaves, and sorted operands. CEL's && and ||
// have the same value in any order, also beside errors.
func normalize(e *celtree.Expr) *celtree.Expr {
	return normalizer{}.condition(e, map[string]string{}, false)
}

type normalizer struct{ depth int }

// condition normalizes a boolean expression or, if negated, its negation.
func (n normalizer) condition(e *celtree.Expr, names map[string]string, negated bool) *celtree.Expr {
	if e.Op == celtree.Call {
		switch {
		case e.Name == opNot && len(e.Args) == 1:
			return n.condition(e.Args[0], names, !negated)
		case e.Name == opAnd || e.Name == opOr:
			return n.junction(e, names, negated)
		case e.Name == "_?_:_" && len(e.Args) == 3:
			return call(e.Name, n.condition(e.Args[0], names, false), n.condition(e.Args[1], names, negated), n.condition(e.Args[2], names, negated))
		case isQuantifier(e):
			return n.quantifier(e, names, negated)
		case dual[e.Name] != "" && negated && (e.Name == "_==_" || e.Name == "_!=_" || ordered(e)):
			return n.value(&celtree.Expr{Op: celtree.Call, Name: dual[e.Name], Args: e.Args}, names)
		}
	}
	v := n.value(e, names)
	if !negated {
		return v
	}
	if v.Op == celtree.Literal {
		if b, ok := v.Value.(bool); ok {
			return &celtree.Expr{Op: celtree.Literal, Value: !b}
		}
	}
	return call(opNot, v)
}

// dual has the operators of the negated comparisons.
var dual = map[string]string{"_==_": "_!=_", "_!=_": "_==_", "_<_": "_>=_", "_>=_": "_<_", "_>_": "_<=_", "_<=_": "_>_"}

// ordered reports whether the negation of a comparison is the opposite one: neither side can be
// NaN, which JSON lacks, but arithmetic does not.
func ordered(e *celtree.Expr) bool {
	return len(e.Args) == 2 && plain(e.Args[0]) && plain(e.Args[1])
}

func plain(e *celtree.Expr) bool {
	switch e.Op {
	case celtree.Literal, celtree.Ident:
		return true
	case celtree.Select:
		return plain(e.Args[0])
	case celtree.Call:
		return e.Name == "size"
	default:
		return false
	}
}

func (n normalizer) junction(e *celtree.Expr, names map[string]string, negated bool) *celtree.Expr {
	name := e.Name
	if negated {
		name = map[string]string{opAnd: opOr, opOr: opAnd}[name]
	}
	var operands []*celtree.Expr
	for _, a := range e.Args {
		operands = append(operands, parts(n.condition(a, names, negated), name)...)
	}
	return joined(name, operands)
}

// parts returns the operands of e if it is a junction of this operator, else e.
func parts(e *celtree.Expr, operator string) []*celtree.Expr {
	if e.Op == celtree.Call && e.Name == operator {
		return e.Args
	}
	return []*celtree.Expr{e}
}

// joined returns the junction of sorted operands, each once.
func joined(operator string, operands []*celtree.Expr) *celtree.Expr {
	byText := map[string]*celtree.Expr{}
	for _, o := range operands {
		byText[text(o)] = o
	}
	texts := make([]string, 0, len(byText))
	for t := range byText {
		texts = append(texts, t)
	}
	sort.Strings(texts)
	if len(texts) == 1 {
		return byText[texts[0]]
	}
	out := call(operator)
	for _, t := range texts {
		out.Args = append(out.Args, byText[t])
	}
	return out
}

func isQuantifier(e *celtree.Expr) bool {
	return e.Method && (e.Name == "all" || e.Name == "exists") && isMacro(e)
}

// isMacro reports whether e is a comprehension: its arguments between the receiver and the body are
// variables.
func isMacro(e *celtree.Expr) bool {
	if !e.Method || !slices.Contains([]string{"all", "exists", "exists_one", "existsOne", "map", "filter"}, e.Name) {
		return false
	}
	return len(e.Args) == 3 && e.Args[1].Op == celtree.Ident
}

func (n normalizer) quantifier(e *celtree.Expr, names map[string]string, negated bool) *celtree.Expr {
	out := &celtree.Expr{Op: celtree.Call, Name: e.Name, Method: true}
	if negated {
		out.Name = map[string]string{"all": "exists", "exists": "all"}[e.Name]
	}
	inner, variable := n.bind(e, names)
	body := normalizer{n.depth + 1}.condition(e.Args[2], inner, negated)
	out.Args = []*celtree.Expr{n.value(e.Args[0], names), variable, body}
	return out
}

func (n normalizer) bind(e *celtree.Expr, names map[string]string) (map[string]string, *celtree.Expr) {
	inner := map[string]string{}
	for k, v := range names {
		inner[k] = v
	}
	inner[e.Args[1].Name] = "@" + strconv.Itoa(n.depth)
	return inner, &celtree.Expr{Op: celtree.Ident, Name: inner[e.Args[1].Name]}
}

// value normalizes an expression of any type.
func (n normalizer) value(e *celtree.Expr, names map[string]string) *celtree.Expr {
	switch {
	case e.Op == celtree.Ident && names[e.Name] != "":
		return &celtree.Expr{Op: celtree.Ident, Name: names[e.Name]}
	case e.Op == celtree.Call && isMacro(e):
		inner, variable := n.bind(e, names)
		below := normalizer{n.depth + 1}
		body := below.value(e.Args[2], inner)
		if e.Name != "map" {
			body = below.condition(e.Args[2], inner, false)
		}
		return &celtree.Expr{Op: celtree.Call, Name: e.Name, Method: true, Args: []*celtree.Expr{n.value(e.Args[0], names), variable, body}}
	case e.Op == celtree.Call && (e.Name == opAnd || e.Name == opOr || e.Name == opNot):
		return n.condition(e, names, false)
	}
	out := *e
	out.Args = make([]*celtree.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = n.value(a, names)
	}
	return tidy(&out)
}

// tidy gives operators whose operands may be exchanged one order, and size one form.
func tidy(e *celtree.Expr) *celtree.Expr {
	if e.Op != celtree.Call {
		return e
	}
	switch {
	case e.Name == "size" && len(e.Args) == 1:
		e.Method = false
	case e.Name == "_>_" || e.Name == "_>=_":
		return call(map[string]string{"_>_": "_<_", "_>=_": "_<=_"}[e.Name], e.Args[1], e.Args[0])
	case e.Name == "_==_" || e.Name == "_!=_":
		slices.SortFunc(e.Args, func(a, b *celtree.Expr) int { return strings.Compare(text(a), text(b)) })
	case e.Name == opIn && len(e.Args) == 2 && e.Args[1].Op == celtree.List:
		e.Args[1] = &celtree.Expr{Op: celtree.List, Args: sortedParts(e.Args[1].Args)}
	}
	return e
}

func call(name string, args ...*celtree.Expr) *celtree.Expr {
	return &celtree.Expr{Op: celtree.Call, Name: name, Args: args}
}

// text returns a text that only equal expressions have.
func text(e *celtree.Expr) string {
	var b strings.Builder
	write(&b, e)
	return b.String()
}

func write(b *strings.Builder, e *celtree.Expr) {
	fmt.Fprintf(b, "%d", e.Op)
	if e.Method {
		b.WriteByte('.')
	}
	if e.Op == celtree.Literal {
		fmt.Fprintf(b, "%T:%q", e.Value, fmt.Sprint(e.Value))
	} else {
		b.WriteString(e.Name)
	}
	b.WriteByte('(')
	for _, a := range e.Args {
		write(b, a)
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

// sortedParts returns the elements of a list, sorted and each once.
func sortedParts(list []*celtree.Expr) []*celtree.Expr {
	return parts(joined("[]", list), "[]")
}
