package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	l.add(text{s})
	return nil
}

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
