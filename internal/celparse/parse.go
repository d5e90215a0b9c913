package celparse

import (
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/parser"
)

const (
	// maxBytes bounds the texts of this package. cel-go has a limit of 100,000 characters.
	maxBytes = 1 << 14
	// maxSymbols bounds the operators, dots and brackets. cel-go allows 250 levels: its visitor
	// counts each operator, dot and index once, and its parser enters a rule at most three times for
	// four symbols.
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
	if in.failed || in.token.kind != kindEnd {
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

// parsing is the state of one call. Each of its functions parses the rule of cel-go's grammar with a
// similar name: or is conditionalOr, binary is relation and calc.
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
	if p.token.kind == kindSymbol {
		p.symbols--
	}
	if p.token.kind == kindUnknown || p.symbols < 0 {
		p.fail()
	}
}

func (p *parsing) at(text string) bool { return p.token.kind == kindSymbol && p.token.text == text }

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
