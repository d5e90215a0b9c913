package selector

import (
	"strings"
)

type token uint8

const (
	tokenEnd token = iota
	tokenWord
	tokenOperator // in, notin, and symbols
	tokenComma
	tokenNot
	tokenOpen
	tokenClose
)

type scanner struct {
	rest string
}

const (
	blanks  = " \t\r\n"
	symbols = "=!(),><"
)

// next returns the next word. As in the server, a zero byte ends the selector where a word
// begins, and is dropped where a word ends.
func (s *scanner) next() (token, string) {
	s.rest = strings.TrimLeft(s.rest, blanks)
	switch {
	case s.rest == "" || s.rest[0] == 0:
		return tokenEnd, ""
	case strings.IndexByte(symbols, s.rest[0]) >= 0:
		return s.symbol()
	}
	word := s.take(s.wordLen())
	if word == string(In) || word == string(NotIn) {
		return tokenOperator, word
	}
	return tokenWord, word
}

func (s *scanner) wordLen() int {
	if n := strings.IndexAny(s.rest, blanks+symbols+"\x00"); n >= 0 {
		return n
	}
	return len(s.rest)
}

func (s *scanner) symbol() (token, string) {
	n := 1
	if strings.HasPrefix(s.rest, "==") || strings.HasPrefix(s.rest, "!=") {
		n = 2
	}
	switch word := s.take(n); word {
	case ",":
		return tokenComma, word
	case "!":
		return tokenNot, word
	case "(":
		return tokenOpen, word
	case ")":
		return tokenClose, word
	default:
		return tokenOperator, word
	}
}

// take returns n bytes and skips a zero byte after them.
func (s *scanner) take(n int) string {
	word := s.rest[:n]
	s.rest = s.rest[n:]
	if s.rest != "" && s.rest[0] == 0 {
		s.rest = s.rest[1:]
	}
	return word
}
