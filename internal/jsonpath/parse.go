package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth is how deep actions can be nested in filters.
const maxDepth = 100

// end is what [parser.next] returns at the end of the input.
const end = -1

var errDepth = errors.New("filters are nested too deep")

// parser parses one template.
type parser struct {
	input string
	pos   int
	width int // of the last character that next returned
	depth int // of actions in actions
}

// parse returns a text or a *list for each part of the template.
func (p *parser) parse() (nodes []node, err error) {
	for {
		rest := p.input[p.pos:]
		i := strings.IndexByte(rest, '{')
		if i < 0 && rest != "" {
			nodes = append(nodes, text(rest))
		}
		if i < 0 {
			return nodes, nil
		}
		if i > 0 {
			nodes = append(nodes, text(rest[:i]))
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
// first brace, and what follows is parsed only for its errors.
func (p *parser) inner(action string) (*list, error) {
	if p.depth == maxDepth {
		return nil, errDepth
	}
	in := parser{input: "{" + action + "}", depth: p.depth + 1}
	nodes, err := in.parse()
	if err != nil {
		return nil, err
	}
	return nodes[0].(*list), nil
}

// action adds the nodes of an action to l, up to its closing brace.
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

// element parses any other part of an action.
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

// next consumes a character.
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

// backup takes back the last call of next.
func (p *parser) backup() { p.pos -= p.width }

// recursive parses two dots, and the name that may follow.
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

// field parses the name after a dot.
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

// word parses a word that begins at start.
func (p *parser) word(l *list, start int) {
	for !isTerminator(p.next()) {
	}
	p.backup()
	switch word := p.input[start:p.pos]; word {
	case "true", "false":
		l.add(literal{word == "true"})
	default:
		l.add(identifier(word))
	}
}

// number parses a number that begins at start.
func (p *parser) number(l *list, start int) error {
	for r := p.next(); r == '.' || unicode.IsDigit(r); {
		r = p.next()
	}
	p.backup()
	number := p.input[start:p.pos]
	if i, err := strconv.Atoi(number); err == nil {
		l.add(literal{i})
		return nil
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return fmt.Errorf("cannot parse number %s", number)
	}
	l.add(literal{f})
	return nil
}

// quoted parses a text up to a quote that no backslash precedes.
func (p *parser) quoted(l *list, quote rune) error {
	start := p.pos - 1
	for {
		r := p.next()
		if r == end || r == '\n' {
			return errors.New("unterminated quoted string")
		}
		if r == quote && p.input[p.pos-2] != '\\' {
			break
		}
	}
	quoted := p.input[start:p.pos]
	s, err := unquote(quoted)
	if err != nil {
		return fmt.Errorf("unquote string %s error %w", quoted, err)
	}
	l.add(text(s))
	return nil
}

// unquote returns the text between quotes with Go's escapes replaced.
func unquote(quoted string) (string, error) {
	quote, s := quoted[0], quoted[1:len(quoted)-1]
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, quote) < 0 {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	for s != "" {
		r, multibyte, rest, err := strconv.UnquoteChar(s, quote)
		if err != nil {
			return "", err
		}
		s = rest
		if r < utf8.RuneSelf || !multibyte {
			out = append(out, byte(r))
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out), nil
}

// isTerminator reports whether r ends a name or a word.
func isTerminator(r rune) bool {
	switch r {
	case end, ' ', '\t', '\r', '\n', '.', ',', '[', ']', '$', '@', '{', '}':
		return true
	}
	return false
}

func isEndOfLine(r rune) bool { return r == '\r' || r == '\n' }

// isWord reports whether a word can begin with r.
func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
