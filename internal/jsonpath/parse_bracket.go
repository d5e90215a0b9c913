package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

func (p *parser) bracket(l *list) error {
	rest := p.input[p.pos:]
	i := strings.IndexAny(rest, "]\n")
	if i < 0 || rest[i] == '\n' {
		return errors.New("unterminated array")
	}
	p.pos += i + 1
	inside := rest[:i]
	if inside == "*" {
		inside = ":"
	}
	if strings.IndexByte(inside, ',') >= 0 {
		return addUnion(l, inside)
	}
	if name, ok := quotedName(inside); ok {
		action, err := inner("." + name)
		if err != nil {
			return err
		}
		for _, n := range action.nodes {
			l.add(n)
		}
		return nil
	}
	s, err := parseSlice(inside)
	if err != nil {
		return err
	}
	l.add(s)
	return nil
}

func addUnion(l *list, inside string) error {
	var u union
	for part := range strings.SplitSeq(inside, ",") {
		action, err := inner("[" + strings.Trim(part, " ") + "]")
		if err != nil {
			return err
		}
		u = append(u, action)
	}
	l.add(u)
	return nil
}

func quotedName(s string) (string, bool) {
	if len(s) < 2 || s[0] != '\'' || s[len(s)-1] != '\'' {
		return "", false
	}
	s = s[1 : len(s)-1]
	return s, strings.IndexByte(s, '\'') < 0
}

func parseSlice(s string) (*slice, error) {
	parts, ok := sliceParts(s)
	if !ok {
		return nil, fmt.Errorf("invalid array index %s", s)
	}
	out := &slice{}
	for i, b := range []*bound{&out.start, &out.end, &out.step} {
		number := parts[i]
		if i > 0 {
			number = strings.TrimPrefix(number, ":")
		}
		if number == "" {
			continue
		}
		value, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("array index %s is not a number", number)
		}
		*b = bound{value: value, known: true}
	}
	if parts[1] == "" {
		out.end = bound{value: out.start.value + 1, known: true, single: true}
	}
	return out, nil
}

func sliceParts(s string) (parts [3]string, ok bool) {
	for i := range parts {
		n := 0
		if i > 0 {
			if !strings.HasPrefix(s, ":") {
				continue
			}
			n = 1
		}
		if strings.HasPrefix(s[n:], "-") {
			n++
		}
		for n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		parts[i], s = s[:n], s[n:]
	}
	return parts, s == ""
}

func (p *parser) filter(l *list) error {
	p.pos += len("[?(")
	start := p.pos
	if err := p.skipFilter(); err != nil {
		return err
	}
	inside := p.input[start : p.pos-1]
	if p.next() != ']' {
		return errors.New("unclosed array expect ]")
	}
	f, err := comparison(inside)
	if err != nil {
		return err
	}
	l.add(f)
	return nil
}

// skipFilter finds a parenthesis outside quotes. Only the same quote ends a text.
func (p *parser) skipFilter() error {
	var quote rune
	closed := false
	for {
		switch r := p.next(); r {
		case end, '\n':
			return errors.New("unterminated filter")
		case '"', '\'':
			if quote == 0 {
				quote = r
			} else if r == quote && p.input[p.pos-2] != '\\' {
				closed = true
			}
		case ')':
			if quote == 0 || closed {
				return nil
			}
		}
	}
}

func comparison(inside string) (*filter, error) {
	left, operator, right := splitComparison(inside)
	f := &filter{operator: operator, right: &list{}}
	var err error
	if f.left, err = inner(left); err != nil || operator == "" {
		return f, err
	}
	if f.right, err = inner(right); err != nil {
		return nil, err
	}
	f.plain = newPlainFilter(f.left, f.right)
	return f, nil
}

// splitComparison splits s at its first operator. Without an operator or text on either
// side, left is s.
func splitComparison(s string) (left, operator, right string) {
	const symbols = "!<>="
	begin := strings.IndexAny(s, symbols)
	if begin <= 0 {
		return s, "", ""
	}
	length := len(s[begin:]) - len(strings.TrimLeft(s[begin:], symbols))
	if begin+length == len(s) {
		length-- // something must follow, even if it is a symbol
	}
	if length == 0 {
		return s, "", ""
	}
	return s[:begin], s[begin : begin+length], s[begin+length:]
}
