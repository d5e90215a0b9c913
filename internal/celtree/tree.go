package celtree

import (
	"errors"
	"strings"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/parser"
)

// Op is the kind of an expression.
type Op uint8

const (
	// Other is an expression that no rule needs: the literal of a message.
	Other Op = iota
	// Literal is a constant: Value.
	Literal
	// Ident is a variable: Name.
	Ident
	// Select is a field: Name of Args[0].
	Select
	// Call is a call of a function or an operator: Name with Args. The receiver of a method is
	// Args[0].
	Call
	// List is the literal of a list: Args.
	List
	// Map is the literal of a map: keys and values alternate in Args.
	Map
)

// Expr is one expression. It is immutable.
type Expr struct {
	Op     Op
	Name   string
	Value  any // nil, bool, int64, float64 or string; an unsigned integer is an int64, bytes are a string
	Args   []*Expr
	Method bool // of a call: it has a receiver
}

// Parse parses an expression of at most limit bytes.
func Parse(text string, limit int) (*Expr, error) {
	if len(text) > limit {
		return nil, errors.New("the expression is too long")
	}
	p, err := parser.NewParser(parser.MaxRecursionDepth(250), parser.EnableOptionalSyntax(true), parser.EnableIdentEscapeSyntax(true))
	if err != nil {
		return nil, err
	}
	parsed, problems := p.Parse(common.NewTextSource(text))
	if problems != nil && len(problems.GetErrors()) > 0 {
		return nil, errors.New(problems.ToDisplayString())
	}
	return read(parsed.Expr()), nil
}

func read(e ast.Expr) *Expr {
	switch e.Kind() {
	case ast.LiteralKind:
		return &Expr{Op: Literal, Value: literal(e.AsLiteral().Value())}
	case ast.IdentKind:
		return &Expr{Op: Ident, Name: strings.TrimPrefix(e.AsIdent(), ".")}
	case ast.SelectKind:
		s := e.AsSelect()
		return &Expr{Op: Select, Name: s.FieldName(), Args: []*Expr{read(s.Operand())}}
	case ast.ListKind:
		return &Expr{Op: List, Args: all(e.AsList().Elements())}
	case ast.MapKind:
		out := &Expr{Op: Map}
		for _, entry := range e.AsMap().Entries() {
			m := entry.AsMapEntry()
			out.Args = append(out.Args, read(m.Key()), read(m.Value()))
		}
		return out
	case ast.CallKind:
		return call(e.AsCall())
	default:
		return &Expr{}
	}
}

func call(c ast.CallExpr) *Expr {
	out := &Expr{Op: Call, Name: c.FunctionName()}
	if c.IsMemberFunction() {
		out.Method, out.Args = true, []*Expr{read(c.Target())}
	}
	out.Args = append(out.Args, all(c.Args())...)
	return out
}

func all(list []ast.Expr) []*Expr {
	out := make([]*Expr, len(list))
	for i, e := range list {
		out[i] = read(e)
	}
	return out
}

func literal(v any) any {
	switch v := v.(type) {
	case bool, int64, float64, string:
		return v
	case uint64:
		return int64(v)
	case []byte:
		return string(v)
	default:
		return nil
	}
}

// Walk calls visit with e and the expressions below it, outer ones first.
func (e *Expr) Walk(visit func(*Expr)) {
	visit(e)
	for _, a := range e.Args {
		a.Walk(visit)
	}
}

// Mentions reports whether a variable occurs in e.
func (e *Expr) Mentions(name string) bool {
	found := false
	e.Walk(func(x *Expr) { found = found || x.Op == Ident && x.Name == name })
	return found
}
