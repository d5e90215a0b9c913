package celparse

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
)

func (p *parsing) expr() ast.Expr {
	condition := p.or()
	if !p.at("?") {
		return condition
	}
	id := p.enter()
	yes := p.or()
	p.expect(":")
	return p.call(id, operators.Conditional, nil, condition, yes, p.expr())
}

func (p *parsing) or() ast.Expr { return p.logical("||", operators.LogicalOr, p.and) }

func (p *parsing) and() ast.Expr {
	return p.logical("&&", operators.LogicalAnd, func() ast.Expr { return p.binary(levels[:]) })
}

// logical parses terms between equal operators, and makes a balanced tree of them.
func (p *parsing) logical(operator, function string, term func() ast.Expr) ast.Expr {
	terms, ids := []ast.Expr{term()}, []int64(nil)
	for p.at(operator) {
		start := p.token.start
		p.next()
		terms = append(terms, term())
		ids = append(ids, p.newID(start, len(operator)))
	}
	return p.balanced(function, terms, ids)
}

func (p *parsing) balanced(function string, terms []ast.Expr, ids []int64) ast.Expr {
	if len(ids) == 0 {
		return terms[0]
	}
	middle := len(ids) / 2
	return p.factory.NewCall(ids[middle], function,
		p.balanced(function, terms[:middle+1], ids[:middle]), p.balanced(function, terms[middle+1:], ids[middle+1:]))
}

// levels are the operators with two operands, from those that bind least.
var levels = [...]map[string]string{
	{
		"<": operators.Less, "<=": operators.LessEquals, ">=": operators.GreaterEquals, ">": operators.Greater,
		"==": operators.Equals, "!=": operators.NotEquals, "in": operators.In,
	},
	{"+": operators.Add, "-": operators.Subtract},
	{"*": operators.Multiply, "/": operators.Divide, "%": operators.Modulo},
}

// binary parses relations and calculations.
func (p *parsing) binary(levels []map[string]string) ast.Expr {
	if len(levels) == 0 {
		return p.unary()
	}
	left := p.binary(levels[1:])
	for p.token.kind == kindSymbol && levels[0][p.token.text] != "" {
		function := levels[0][p.token.text]
		id := p.enter()
		left = p.call(id, function, nil, left, p.binary(levels[1:]))
	}
	return left
}

func (p *parsing) unary() ast.Expr {
	if p.at("-") {
		return p.negated()
	}
	start, count := p.token.start, 0
	for p.accept("!") {
		count++
	}
	if count%2 == 0 {
		return p.member()
	}
	id := p.newID(start, 1)
	return p.call(id, operators.LogicalNot, nil, p.member())
}

// negated parses what follows one minus. The sign of a number belongs to it.
func (p *parsing) negated() ast.Expr {
	ahead := p.scanner
	switch following := ahead.next(); {
	case following.kind == kindInteger || following.kind == kindDouble:
		return p.member()
	case following.text == "-":
		return p.fail()
	}
	id := p.enter()
	return p.call(id, operators.Negate, nil, p.member())
}
