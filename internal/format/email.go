package format

import (
	"strings"
	"unicode/utf8"
)

// isEmail accepts one address as RFC 5322 has it, also with what surrounds
// addresses in mails: a display name, comments, spaces, a group with one
// member. "Jo <jo@example.com>", "team: jo@example.com;" and "jo@localhost"
// are accepted. Local parts may be quoted, domains may be IP addresses in
// brackets, and characters that are not ASCII may stand almost anywhere.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsEmail, which is
// [net/mail.ParseAddress] of Go 1.26.
func isEmail(s string) bool {
	m := mail{s}
	n, ok := m.mailboxOrGroup()
	return ok && n == 1 && m.comments() && m.rest == ""
}

// mail reads the pieces of an address from the front of what is left of it.
// The methods report whether they found what they are named after; unless
// said otherwise, rest is anything if they did not.
type mail struct {
	rest string
}

// mailboxOrGroup reads a mailbox or a group and counts the mailboxes.
func (m *mail) mailboxOrGroup() (n int, ok bool) {
	complete, ok := m.begin()
	switch {
	case complete || !ok:
		return 1, ok
	case m.take(':'):
		return m.members()
	default:
		return 1, m.angled()
	}
}

// begin reads a bare address, which is a complete mailbox, or else a display
// name, of which there may be none in front of '<'.
func (m *mail) begin() (complete, ok bool) {
	if m.space(); m.rest == "" {
		return false, false
	}
	if m.spec() {
		return true, m.nameBehind()
	}
	ok = m.rest[0] == '<' || m.phrase()
	m.space()
	return false, ok
}

// members reads the rest of a group behind the colon.
func (m *mail) members() (n int, ok bool) {
	if m.space(); m.take(';') {
		return 0, m.comments()
	}
	for {
		if !m.mailbox() || !m.comments() {
			return n, false
		}
		n++
		if m.take(';') {
			return n, m.comments()
		}
		if !m.take(',') {
			return n, false
		}
	}
}

// mailbox reads a mailbox, but no group.
func (m *mail) mailbox() bool {
	complete, ok := m.begin()
	return ok && (complete || m.angled())
}

// nameBehind reads a comment that gives the name for a bare address, if there
// is one.
func (m *mail) nameBehind() bool {
	if m.space(); !strings.HasPrefix(m.rest, "(") {
		return true
	}
	behind := m.rest
	return m.comment() && isDecodable(behind[1:len(behind)-len(m.rest)-1])
}

// angled reads an address in angle brackets.
func (m *mail) angled() bool { return m.take('<') && m.spec() && m.take('>') }

// spec reads local@domain, or else leaves rest as it is.
func (m *mail) spec() bool {
	before := m.rest
	m.space()
	if m.local() && m.take('@') && m.domain() {
		return true
	}
	m.rest = before
	return false
}

func (m *mail) local() bool {
	if strings.HasPrefix(m.rest, `"`) {
		length, ok := m.quoted()
		return ok && length > 0
	}
	return m.dotted()
}

// domain reads a name of any form, or an IP address in brackets.
func (m *mail) domain() bool {
	m.space()
	literal, ok := strings.CutPrefix(m.rest, "[")
	if !ok {
		return m.dotted()
	}
	literal, m.rest, ok = strings.Cut(literal, "]")
	return ok && (isDotted(literal, strict) || isColoned(literal, strict))
}

// dotted reads an atom whose dots separate something.
func (m *mail) dotted() bool {
	atom, ok := m.atom()
	return ok && atom[0] != '.' && atom[len(atom)-1] != '.' && !strings.Contains(atom, "..")
}

// atom reads characters that need no quotes, and dots. It leaves rest as it is
// if there are none, or if what ends them is not UTF-8.
func (m *mail) atom() (atom string, ok bool) {
	n := 0
	for n < len(m.rest) {
		r, size := utf8.DecodeRuneInString(m.rest[n:])
		if r == utf8.RuneError && size == 1 {
			return "", false
		}
		if !isAtomRune(r) {
			break
		}
		n += size
	}
	atom, m.rest = m.rest[:n], m.rest[n:]
	return atom, n > 0
}

func isAtomRune(r rune) bool {
	return isVisible(r) && !strings.ContainsRune(`()<>[]:;@\,"`, r)
}

func isVisible(r rune) bool { return '!' <= r && r <= '~' || r >= utf8.RuneSelf }

// quoted reads a quoted string and counts its characters, or else leaves rest
// as it is.
func (m *mail) quoted() (length int, ok bool) {
	escaped := false
	for i, r := range m.rest[1:] {
		switch {
		case r == utf8.RuneError && m.rest[1+i] != "\ufffd"[0]: // wrong byte
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
// if there was a word. Encoded words without any text do not count, and unlike
// others allow no comment behind them.
func (m *mail) phrase() bool {
	found := false   // a word that is not encoded
	pending := false // encoded text after that
	for {
		if found && !m.comments() {
			return false
		}
		if m.space(); m.rest == "" {
			return true
		}
		kind, ok := m.word()
		switch {
		case !ok:
			return found || pending
		case kind == notEncoded:
			found, pending = true, false
		case kind == encodedText:
			pending = true
		}
	}
}

// word reads a word of a phrase. It does so too, but it is not ok, if the word
// is encoded and in an unknown character set.
func (m *mail) word() (kind encoding, ok bool) {
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
func (m *mail) comments() bool {
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
func (m *mail) comment() bool {
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

func (m *mail) space() { m.rest = strings.TrimLeft(m.rest, " \t") }

func (m *mail) take(c byte) bool {
	if m.rest == "" || m.rest[0] != c {
		return false
	}
	m.rest = m.rest[1:]
	return true
}
