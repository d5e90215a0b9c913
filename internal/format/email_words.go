package format

import (
	"errors"
	"io"
	"mime"
	"strings"
	"unicode/utf8"
)

// The pieces that addresses are put together from; see mailReader.

// dotted reads an atom whose dots separate something.
func (m *mailReader) dotted() bool {
	atom, ok := m.atom()
	return ok && atom[0] != '.' && atom[len(atom)-1] != '.' && !strings.Contains(atom, "..")
}

// atom reads characters that need no quotes, and dots. It leaves rest as it is
// if there are none, or if what ends them is not UTF-8.
func (m *mailReader) atom() (atom string, ok bool) {
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

// quoted reads a quoted string and counts its characters, or else leaves rest
// as it is.
func (m *mailReader) quoted() (length int, ok bool) {
	escaped := false
	for i, r := range m.rest[1:] {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(m.rest[1+i:], "\ufffd"): // a wrong byte
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

// phrase reads the words of a display name up to something else, which is fine
// if there was a word. Encoded words without any text do not count. Comments may
// stand behind words from the first one on that is not encoded.
func (m *mailReader) phrase() bool {
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

// word reads a word of a phrase. It does so too, but it is not ok, if the word
// is encoded and in an unknown character set.
func (m *mailReader) word() (kind encoding, ok bool) {
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

// comments reads spaces and comments, of which there may be none.
func (m *mailReader) comments() bool {
	m.space()
	for strings.HasPrefix(m.rest, "(") {
		if !m.comment() {
			return false
		}
		m.space()
	}
	return true
}

// comment reads a comment, which may hold comments.
func (m *mailReader) comment() bool {
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

func (m *mailReader) space() { m.rest = m.rest[run(m.rest, blank):] }

func (m *mailReader) take(c byte) bool {
	if m.rest == "" || m.rest[0] != c {
		return false
	}
	m.rest = m.rest[1:]
	return true
}

// encoding says what a word of a display name is to a decoder of RFC 2047
// encoded words, which look like "=?utf-8?q?text?=".
type encoding int

const (
	notEncoded     encoding = iota // also what is encoded wrongly
	encodedText                    // at least one character
	encodedNothing                 // no character at all
	encodedUnknown                 // well encoded, in an unknown character set
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

// isDecodable reports whether no word of a comment is in an unknown character
// set. A backslash in comments escapes the next byte.
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

// unescaped is a comment without the backslashes that escape something.
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
