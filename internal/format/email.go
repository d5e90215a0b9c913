package format

import "strings"

// isEmail accepts one address as RFC 5322 has it, also with what surrounds
// addresses in mails: a display name, comments, spaces, a group with one
// member. "Jo <jo@example.com>", "team: jo@example.com;" and "jo@localhost"
// are accepted. Local parts may be quoted, domains may be IP addresses in
// brackets, and characters that are not ASCII may stand almost anywhere.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsEmail, which is
// [net/mail.ParseAddress] of Go 1.26.
func isEmail(s string) bool {
	m := mailReader{s}
	n, ok := m.mailboxOrGroup()
	return ok && n == 1 && m.comments() && m.rest == ""
}

// mailReader reads the pieces of an address from the front of what is left of it.
// The methods report whether they found what they are named after; unless
// said otherwise, rest is anything if they did not.
type mailReader struct {
	rest string
}

// mailboxOrGroup reads a mailbox or a group and counts the mailboxes.
func (m *mailReader) mailboxOrGroup() (n int, ok bool) {
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
func (m *mailReader) begin() (complete, ok bool) {
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
func (m *mailReader) members() (n int, ok bool) {
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
func (m *mailReader) mailbox() bool {
	complete, ok := m.begin()
	return ok && (complete || m.angled())
}

// nameBehind reads a comment that gives the name for a bare address, if there
// is one.
func (m *mailReader) nameBehind() bool {
	if m.space(); !strings.HasPrefix(m.rest, "(") {
		return true
	}
	behind := m.rest
	return m.comment() && isDecodable(behind[1:len(behind)-len(m.rest)-1])
}

// angled reads an address in angle brackets.
func (m *mailReader) angled() bool { return m.take('<') && m.spec() && m.take('>') }

// spec reads local@domain, or else leaves rest as it is.
func (m *mailReader) spec() bool {
	before := m.rest
	m.space()
	if m.local() && m.take('@') && m.domain() {
		return true
	}
	m.rest = before
	return false
}

func (m *mailReader) local() bool {
	if strings.HasPrefix(m.rest, `"`) {
		length, ok := m.quoted()
		return ok && length > 0
	}
	return m.dotted()
}

// domain reads a name of any form, or an IP address in brackets.
func (m *mailReader) domain() bool {
	m.space()
	literal, ok := strings.CutPrefix(m.rest, "[")
	if !ok {
		return m.dotted()
	}
	literal, m.rest, ok = strings.Cut(literal, "]")
	return ok && (isDotted(literal, strict) || isColoned(literal, strict))
}
