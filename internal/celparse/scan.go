package celparse

import "strings"

type kind uint8

const (
	kindEnd     kind = iota
	kindSymbol       // an operator, a bracket, or a keyword: in, true, false, null
	kindName         // an identifier
	kindInteger      // decimal digits
	kindDouble       // decimal digits with a fraction or an exponent
	kindQuoted       // a string in quotes
	kindRaw          // a string in quotes after r: without escapes
	kindUnknown      // anything else
)

type token struct {
	kind  kind
	text  string
	start int // in bytes
}

// scanner reads the tokens of a text.
type scanner struct {
	text string
	at   int
}

func (s *scanner) next() token {
	s.skip()
	start := s.at
	if start == len(s.text) {
		return token{start: start}
	}
	k := s.scan(s.text[start])
	return token{k, s.text[start:s.at], start}
}

// skip skips white space and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case strings.IndexByte(" \t\r\n\f", c) >= 0:
			s.at++
		case strings.HasPrefix(s.text[s.at:], "//"):
			length := strings.IndexByte(s.text[s.at:], '\n')
			if length < 0 {
				length = len(s.text) - s.at
			}
			s.at += length
		default:
			return
		}
	}
}

// scan moves to the end of the token that begins with c.
func (s *scanner) scan(c byte) kind {
	switch {
	case c == '"' || c == '\'':
		return s.quoted(c, kindQuoted)
	case isDigit(c):
		return s.number()
	case isLetter(c):
		return s.name()
	}
	rest := s.text[s.at:]
	for _, two := range []string{"==", "!=", "<=", ">=", "&&", "||"} {
		if strings.HasPrefix(rest, two) {
			s.at += 2
			return kindSymbol
		}
	}
	s.at++
	if strings.IndexByte("<>[]{}().,-!?:+*/%", c) < 0 {
		return kindUnknown
	}
	return kindSymbol
}

// name reads an identifier, a keyword, or a string after r.
func (s *scanner) name() kind {
	start := s.at
	s.skipWhile(func(c byte) bool { return isLetter(c) || isDigit(c) })
	if s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\'') {
		if word := s.text[start:s.at]; word == "r" || word == "R" {
			return s.quoted(s.text[s.at], kindRaw)
		}
		return kindUnknown // bytes
	}
	switch s.text[start:s.at] {
	case "in", "true", "false", "null":
		return kindSymbol
	}
	return kindName
}

// quoted reads a string on one line.
func (s *scanner) quoted(quote byte, k kind) kind {
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == quote:
			s.at++
			if s.at < len(s.text) && s.text[s.at] == quote { // three quotes
				return kindUnknown
			}
			return k
		case c == '\n' || c == '\r':
			return kindUnknown
		case c == '\\' && k == kindQuoted:
			s.at++
		}
	}
	s.at = len(s.text)
	return kindUnknown
}

// number reads digits, also with a fraction and an exponent.
func (s *scanner) number() kind {
	k := kindInteger
	s.skipWhile(isDigit)
	if rest := s.text[s.at:]; len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]) {
		k = kindDouble
		s.at++
		s.skipWhile(isDigit)
	}
	if s.at < len(s.text) && (s.text[s.at] == 'e' || s.text[s.at] == 'E') {
		k = kindDouble
		s.at++
		if s.at < len(s.text) && (s.text[s.at] == '+' || s.text[s.at] == '-') {
			s.at++
		}
		if !s.skipWhile(isDigit) {
			return kindUnknown
		}
	}
	if s.at < len(s.text) && isLetter(s.text[s.at]) { // uint, hexadecimal, or wrong
		return kindUnknown
	}
	return k
}

// skipWhile skips characters. It reports whether there are any.
func (s *scanner) skipWhile(are func(byte) bool) bool {
	start := s.at
	for s.at < len(s.text) && are(s.text[s.at]) {
		s.at++
	}
	return s.at > start
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
