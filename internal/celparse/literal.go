package celparse

import (
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// literal parses a literal. A number may have a sign before it.
func (p *parsing) literal() ast.Expr {
	start, text := p.token.start, p.token.text
	negative := p.accept("-")
	if negative {
		text = "-" + p.token.text
		if p.token.kind != kindInteger && p.token.kind != kindDouble {
			return p.fail()
		}
	}
	value := valueOf(p.token.kind, text)
	if value == nil {
		return p.fail()
	}
	p.next()
	if negative && (p.at(".") || p.at("[")) { // cel-go prefers the sign in the literal, too; rare
		return p.fail()
	}
	return p.factory.NewLiteral(p.newID(start, len(text)), value)
}

// valueOf returns the value of a literal, or nil if it is left to cel-go.
func valueOf(k kind, text string) ref.Val {
	switch k {
	case kindInteger:
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return types.Int(i)
		}
	case kindDouble:
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return types.Double(f)
		}
	case kindQuoted:
		if s, ok := unescape(text[1 : len(text)-1]); ok {
			return types.String(s)
		}
	case kindRaw:
		return types.String(text[2 : len(text)-1])
	case kindSymbol: // keywords are symbols
		switch text {
		case "true":
			return types.True
		case "false":
			return types.False
		case "null":
			return types.NullValue
		}
	}
	return nil
}

const (
	escapes   = `abfnrtv\'"` + "`?"
	unescaped = "\a\b\f\n\r\t\v\\'\"`?"
)

// unescape returns the value of a string in quotes. It knows no escapes by numbers.
func unescape(text string) (string, bool) {
	if strings.IndexByte(text, '\\') < 0 {
		return text, true
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' {
			i++
			escape := strings.IndexByte(escapes, text[i])
			if escape < 0 {
				return "", false
			}
			c = unescaped[escape]
		}
		out.WriteByte(c)
	}
	return out.String(), true
}
