package celparse

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
)

func (p *parsing) member() ast.Expr {
	e := p.primary()
	for {
		switch {
		case p.at("."):
			e = p.selected(e)
		case p.at("["):
			id := p.enter()
			e = p.call(id, operators.Index, nil, e, p.expr())
			p.expect("]")
		default:
			return e
		}
	}
}

// selected parses a field or the call of a function after its target.
func (p *parsing) selected(target ast.Expr) ast.Expr {
	dot := p.token.start
	p.next()
	field := p.token.text
	if p.token.kind != kindName {
		return p.fail()
	}
	p.next()
	if !p.at("(") {
		return p.factory.NewSelect(p.newID(dot, 1), target, field)
	}
	id := p.enter()
	return p.call(id, field, target, p.arguments()...)
}

// arguments parses what follows an opening parenthesis.
func (p *parsing) arguments() (out []ast.Expr) {
	if p.accept(")") {
		return []ast.Expr{}
	}
	out = append(out, p.expr())
	for p.accept(",") {
		out = append(out, p.expr())
	}
	p.expect(")")
	return out
}

func (p *parsing) primary() ast.Expr {
	switch {
	case p.token.kind == kindName:
		return p.named()
	case p.accept("("):
		e := p.expr()
		p.expect(")")
		return e
	case p.at("["):
		return p.list()
	case p.at("{"):
		return p.object()
	}
	return p.literal()
}

// named parses a variable or the call of a function.
func (p *parsing) named() ast.Expr {
	first := p.token
	p.next()
	switch {
	case reserved[first.text] || p.at("{"): // an error, or a message
		return p.fail()
	case p.at("("):
		id := p.enter()
		return p.call(id, first.text, nil, p.arguments()...)
	}
	return p.factory.NewIdent(p.newID(first.start, len(first.text)), first.text)
}

func (p *parsing) list() ast.Expr {
	id, elements := p.enter(), []ast.Expr{}
	for !p.at("]") && !p.failed {
		elements = append(elements, p.expr())
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	return p.factory.NewList(id, elements, []int32{})
}

// object parses a map. The ID of an entry comes before those of its key and value, and has
// the position of the colon.
func (p *parsing) object() ast.Expr {
	id, entries := p.enter(), []ast.EntryExpr{}
	for !p.at("}") && !p.failed {
		entry := p.newID(0, 1)
		key := p.expr()
		p.setRange(entry, p.token.start, 1)
		p.expect(":")
		entries = append(entries, p.factory.NewMapEntry(entry, key, p.expr(), false))
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return p.factory.NewMap(id, entries)
}

// reserved are the identifiers that are not variables or functions. The scanner makes symbols of four more: in, true,
// false and null.
var reserved = map[string]bool{
	"as": true, "break": true, "const": true, "continue": true, "else": true, "for": true, "function": true, "if": true,
	"import": true, "let": true, "loop": true, "package": true, "namespace": true, "return": true, "var": true, "void": true,
	"while": true,
}
