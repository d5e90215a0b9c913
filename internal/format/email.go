package format

import (
	"strings"
)

// isEmail accepts one address by RFC 5322, also with a display name, comments or spaces,
// or as the only member of a group: "Jo <jo@example.com>", "team: jo@example.com;" and
// "jo@localhost". Local parts may be quoted, domains may be IP addresses in brackets, and
// characters that are not ASCII are allowed almost everywhere.
//
// Rule: [net/mail.ParseAddress] of Go 1.26.
func isEmail(s string) bool {
	m := mailParser{s}
	n, ok := m.mailboxOrGroup()
	return ok && n == 1 && m.comments() && m.rest == ""
}

// mailParser parses an address. Each method parses the element in its name at the
// beginning of rest and reports whether it succeeded. Otherwise rest is undefined unless
// the method says more.
type mailParser struct {
	rest string
}

func (m *mailParser) mailboxOrGroup() (n int, ok bool) {
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

// begin parses a bare address, a complete mailbox, or else a display name in front of '<'.
func (m *mailParser) begin() (complete, ok bool) {
	if m.space(); m.rest == "" {
		return false, false
	}
	if m.spec() {
		return true, m.trailingName()
	}
	ok = m.rest[0] == '<' || m.phrase()
	m.space()
	return false, ok
}

func (m *mailParser) members() (n int, ok bool) {
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

func (m *mailParser) mailbox() bool {
	complete, ok := m.begin()
	return ok && (complete || m.angled())
}

func (m *mailParser) trailingName() bool {
	if m.space(); !strings.HasPrefix(m.rest, "(") {
		return true
	}
	before := m.rest
	return m.comment() && isDecodable(before[1:len(before)-len(m.rest)-1])
}

func (m *mailParser) angled() bool { return m.take('<') && m.spec() && m.take('>') }

// spec parses local@domain, or else leaves rest unchanged.
func (m *mailParser) spec() bool {
	before := m.rest
	m.space()
	if m.local() && m.take('@') && m.domain() {
		return true
	}
	m.rest = before
	return false
}

func (m *mailParser) local() bool {
	if strings.HasPrefix(m.rest, `"`) {
		length, ok := m.quoted()
		return ok && length > 0
	}
	return m.dotted()
}

// domain parses a name of any form, or an IP address in brackets.
func (m *mailParser) domain() bool {
	m.space()
	literal, ok := strings.CutPrefix(m.rest, "[")
	if !ok {
		return m.dotted()
	}
	literal, m.rest, ok = strings.Cut(literal, "]")
	return ok && (isDotted(literal, strict) || isColoned(literal, strict))
}
