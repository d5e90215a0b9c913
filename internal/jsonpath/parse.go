package jsonpath

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const end = -1

type parser struct {
	input string
	pos   int
	width int // of the last character that next returned
}

func (p *parser) parse() (nodes []node, err error) {
	for {
		rest := p.input[p.pos:]
		i := strings.IndexByte(rest, '{')
		if i < 0 && rest != "" {
			nodes = append(nodes, text{rest})
		}
		if i < 0 {
			return nodes, nil
		}
		if i > 0 {
			nodes = append(nodes, text{rest[:i]})
		}
		p.pos += i + 1
		action := &list{}
		nodes = append(nodes, action)
		if err := p.action(action); err != nil {
			return nil, err
		}
	}
}

// inner parses an action that is written in another one. As in the server, it ends at the
// first brace, and the rest is parsed only for its errors. No action is more than four
// deep: the parenthesis that ends a filter must be in an open quote of every filter around
// it, and a filter needs a bracket.
func inner(action string) (*list, error) {
	in := parser{input: "{" + action + "}"}
	nodes, err := in.parse()
	if err != nil {
		return nil, err
	}
	return nodes[0].(*list), nil
}

func (p *parser) action(l *list) error {
	for {
		rest := p.input[p.pos:]
		if strings.HasPrefix(rest, "}") {
			p.pos++
			return nil
		}
		var err error
		switch {
		case strings.HasPrefix(rest, "[?("):
			err = p.filter(l)
		case strings.HasPrefix(rest, ".."):
			err = p.recursive(l)
		default:
			err = p.element(l)
		}
		if err != nil {
			return err
		}
	}
}

func (p *parser) element(l *list) error {
	start := p.pos
	switch r := p.next(); {
	case r == end || isEndOfLine(r):
		return errors.New("unclosed action")
	case r == ' ' || r == '@' || r == '$':
		return nil
	case r == '[':
		return p.bracket(l)
	case r == '"' || r == '\'':
		return p.quoted(l, r)
	case r == '.':
		p.field(l)
		return nil
	case r == '+' || r == '-' || unicode.IsDigit(r):
		return p.number(l, start)
	case isWord(r):
		p.word(l, start)
		return nil
	default:
		return fmt.Errorf("unrecognized character in action: %#U", r)
	}
}

func (p *parser) next() rune {
	if p.pos >= len(p.input) {
		p.width = 0
		return end
	}
	r, width := utf8.DecodeRuneInString(p.input[p.pos:])
	p.width = width
	p.pos += width
	return r
}

func (p *parser) backup() { p.pos -= p.width }

func (p *parser) recursive(l *list) error {
	if l.endsWithRecursive() {
		return errors.New("invalid multiple recursive descent")
	}
	p.pos += len("..")
	l.add(recursive{})
	r := p.next()
	p.backup()
	if isWord(r) {
		p.field(l)
	}
	return nil
}

func (p *parser) field(l *list) {
	start := p.pos
	for r := p.next(); !isTerminator(r); r = p.next() {
		if r == '\\' {
			p.next()
		}
	}
	p.backup()
	name := p.input[start:p.pos]
	if name == "*" {
		l.add(wildcard{})
		return
	}
	l.add(field(strings.ReplaceAll(name, `\`, "")))
}

func (p *parser) word(l *list, start int) {
	for r := p.next(); !isTerminator(r); {
		r = p.next()
	}
	p.backup()
	switch word := p.input[start:p.pos]; word {
	case "true", "false":
		l.add(literal{word == "true"})
	default:
		l.add(identifier(word))
	}
}

func isTerminator(r rune) bool {
	switch r {
	case end, ' ', '\t', '\r', '\n', '.', ',', '[', ']', '$', '@', '{', '}':
		return true
	}
	return false
}

func isEndOfLine(r rune) bool { return r == '\r' || r == '\n' }

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
