package celparse

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/parser"
)

const (
	// maxBytes bounds the texts of this package. cel-go has a limit of 100,000 characters.
	maxBytes = 1 << 14
	// maxSymbols bounds the operators, dots and brackets: each nests its operands once, and
	// cel-go allows 250 levels.
	maxSymbols = 240
)

// Parser parses texts of one environment.
type Parser struct{ macros map[macroKey]parser.Macro }

type macroKey struct {
	name     string
	args     int // -1 for any number
	receiver bool
}

// New returns a parser that expands macros.
func New(macros []parser.Macro) *Parser {
	p := &Parser{map[macroKey]parser.Macro{}}
	for _, m := range macros {
		key := macroKey{m.Function(), m.ArgCount(), m.IsReceiverStyle()}
		if strings.Contains(m.MacroKey(), ":*:") {
			key.args = -1
		}
		p.macros[key] = m
	}
	return p
}

func (p *Parser) macro(name string, args int, receiver bool) parser.Macro {
	if m := p.macros[macroKey{name, args, receiver}]; m != nil {
		return m
	}
	return p.macros[macroKey{name, -1, receiver}]
}

// Parse returns the tree of an expression, or nil if it is left to cel-go.
func (p *Parser) Parse(text string) *cel.Ast {
	if len(text) > maxBytes || !isASCII(text) {
		return nil
	}
	source := common.NewTextSource(text)
	in := &parsing{
		Parser: p, scanner: scanner{text: text}, symbols: maxSymbols, info: ast.NewSourceInfo(source), nextID: 1,
		factory: ast.NewExprFactoryWithAccumulator(parser.HiddenAccumulatorName),
	}
	in.next()
	e := in.expr()
	if in.failed || in.token.kind != end {
		return nil
	}
	out := cel.ParsedExprToAstWithSource(nil, source)
	*out.NativeRep() = *ast.NewAST(e, in.info)
	if out.NativeRep().Expr() != e { // a version of cel-go whose NativeRep returns a copy
		return nil
	}
	return out
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > 0x7f }) < 0
}

// parsing is the state of one call. Its functions parse what the rules of the grammar of cel-go
// with their names describe.
type parsing struct {
	*Parser
	scanner scanner
	token   token // the next one
	symbols int   // how many may follow
	failed  bool  // the text is left to cel-go
	info    *ast.SourceInfo
	nextID  int64
	factory ast.ExprFactory
}

// fail leaves the text to cel-go. There are no more tokens.
func (p *parsing) fail() ast.Expr {
	p.failed, p.token, p.scanner = true, token{}, scanner{}
	return p.factory.NewUnspecifiedExpr(0)
}

func (p *parsing) next() {
	p.token = p.scanner.next()
	if p.token.kind == symbol {
		p.symbols--
	}
	if p.token.kind == unknown || p.symbols < 0 {
		p.fail()
	}
}

func (p *parsing) at(text string) bool { return p.token.kind == symbol && p.token.text == text }

func (p *parsing) accept(text string) bool {
	if !p.at(text) {
		return false
	}
	p.next()
	return true
}

func (p *parsing) expect(text string) {
	if !p.accept(text) {
		p.fail()
	}
}

// enter returns the ID of the next token, an operator or a bracket, and skips it.
func (p *parsing) enter() int64 {
	id := p.newID(p.token.start, len(p.token.text))
	p.next()
	return id
}

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
	for p.token.kind == symbol && levels[0][p.token.text] != "" {
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
	case following.kind == integer || following.kind == double:
		return p.member()
	case following.text == "-":
		return p.fail()
	}
	id := p.enter()
	return p.call(id, operators.Negate, nil, p.member())
}
