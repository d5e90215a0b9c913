package fieldpath

import (
	"fmt"
	"strings"
)

type pathScanner struct{ rest string }

const maxToken = 64 << 10

func (s *pathScanner) next() (token string, ok bool) {
	n := s.length()
	if n == 0 || n >= maxToken {
		s.rest = ""
		return "", false
	}
	token, s.rest = s.rest[:n], s.rest[n:]
	return token, true
}

// length returns the length of the next token. A quoted name without an end extends to the
// end.
func (s *pathScanner) length() int {
	if s.rest == "" {
		return 0
	}
	if s.rest[0] == '\'' {
		for i := 1; i < len(s.rest); i++ {
			if s.rest[i] == '\'' && s.rest[i-1] != '\\' {
				return i + 1
			}
		}
		return len(s.rest)
	}
	switch i := strings.IndexAny(s.rest, ".[]"); i {
	case -1:
		return len(s.rest)
	case 0:
		return 1
	default:
		return i
	}
}

var escapes = map[rune]rune{
	'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\'': '\'', '\\': '\\',
}

// unquote replaces escapes. The error names the last unknown one. A backslash before a line
// break or the end is kept.
func unquote(text string) (string, error) {
	if !strings.Contains(text, `\`) {
		return text, nil
	}
	var b strings.Builder
	var err error
	escaping := false
	for _, c := range text {
		switch {
		case !escaping && c == '\\':
			escaping = true
			continue
		case escaping && c == '\n':
			b.WriteString("\\\n")
		case escaping:
			meaning, known := escapes[c]
			if known {
				b.WriteRune(meaning)
			} else {
				err = fmt.Errorf(`invalid escape char \%c`, c)
			}
		default:
			b.WriteRune(c)
		}
		escaping = false
	}
	if escaping {
		b.WriteByte('\\')
	}
	return b.String(), err
}
