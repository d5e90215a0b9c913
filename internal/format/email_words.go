package format

import (
	"errors"
	"io"
	"mime"
	"strings"
	"unicode/utf8"
)

func (m *mailParser) dotted() bool {
	atom, ok := m.atom()
	return ok && atom[0] != '.' && atom[len(atom)-1] != '.' && !strings.Contains(atom, "..")
}

// atom parses characters that need no quotes, and dots. It leaves rest unchanged without
// any, or before something that is not UTF-8.
func (m *mailParser) atom() (atom string, ok bool) {
	for n := 0; ; {
		n += run(m.rest[n:], atomChar)
		switch r, size := utf8.DecodeRuneInString(m.rest[n:]); {
		case size > 1:
			n += size
		case size == 1 && r == utf8.RuneError:
			return "", false
		default:
			atom, m.rest = m.rest[:n], m.rest[n:]
			return atom, n > 0
		}
	}
}

func isVisible(r rune) bool { return '!' <= r && r <= '~' || r >= utf8.RuneSelf }

// quoted returns the number of characters of a quoted string, or leaves rest unchanged.
func (m *mailParser) quoted() (length int, ok bool) {
	escaped := false
	for i, r := range m.rest[1:] {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(m.rest[1+i:], "\ufffd"): // an invalid byte
			return 0, false
		case !isVisible(r) && r != ' ' && r != '\t':
			return 0, false
		case escaped:
			escaped = false
		case r == '"':
			m.rest = m.rest[1+i+1:]
			return length, true
		case r == '\\':
			escaped = true
			continue
		}
		length++
	}
	return 0, false
}

// phrase parses the words of a display name, at least one that is not an encoded word
// without text. Comments may follow the first word that is not encoded, and all words
// after it.
func (m *mailParser) phrase() bool {
	plain := false // there was a word that is not encoded
	text := false  // there was text of any kind
	for {
		if plain && !m.comments() {
			return false
		}
		if m.space(); m.rest == "" {
			return true
		}
		kind, ok := m.word()
		switch {
		case !ok:
			return text
		case kind == notEncoded:
			plain, text = true, true
		case kind == encodedText:
			text = true
		}
	}
}

// word fails for an encoded word in an unknown character set.
func (m *mailParser) word() (kind encoding, ok bool) {
	if m.rest[0] == '"' {
		_, ok := m.quoted()
		return notEncoded, ok
	}
	atom, ok := m.atom()
	if !ok {
		return notEncoded, false
	}
	kind = encodingOf(atom)
	return kind, kind != encodedUnknown
}

func (m *mailParser) comments() bool {
	m.space()
	for strings.HasPrefix(m.rest, "(") {
		if !m.comment() {
			return false
		}
		m.space()
	}
	return true
}

func (m *mailParser) comment() bool {
	depth := 0
	for i := 0; i < len(m.rest); i++ {
		switch m.rest[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				m.rest = m.rest[i+1:]
				return true
			}
		}
	}
	return false
}

func (m *mailParser) space() { m.rest = m.rest[run(m.rest, blank):] }

func (m *mailParser) take(c byte) bool {
	if m.rest == "" || m.rest[0] != c {
		return false
	}
	m.rest = m.rest[1:]
	return true
}

// encoding is the kind of a word for a decoder of RFC 2047 encoded words, such as
// "=?utf-8?q?text?=".
type encoding int

const (
	notEncoded encoding = iota // also if wrongly encoded
	encodedText
	encodedNothing
	encodedUnknown // well encoded, in an unknown character set
)

var errCharset = errors.New("unknown character set")

func encodingOf(word string) encoding {
	if !strings.HasPrefix(word, "=?") {
		return notEncoded
	}
	decoder := mime.WordDecoder{CharsetReader: func(string, io.Reader) (io.Reader, error) {
		return nil, errCharset
	}}
	text, err := decoder.Decode(word)
	switch {
	case errors.Is(err, errCharset):
		return encodedUnknown
	case err != nil:
		return notEncoded
	case text == "":
		return encodedNothing
	default:
		return encodedText
	}
}

// isDecodable reports whether no word of a comment, with backslash escapes, is in an
// unknown character set.
func isDecodable(comment string) bool {
	if strings.Count(comment, "?") < 4 {
		return true // no encoded word
	}
	for word := range strings.FieldsFuncSeq(unescaped(comment), isBlank) {
		if encodingOf(word) == encodedUnknown {
			return false
		}
	}
	return true
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

func unescaped(comment string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(comment, `\`)
		out.WriteString(before)
		if !found || after == "" {
			return out.String()
		}
		out.WriteByte(after[0])
		comment = after[1:]
	}
}
