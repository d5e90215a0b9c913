package jsontext

import "unicode/utf8"

// Scanner reads the values of a valid text one after another. The text of a value begins at
// its Offset after [Scanner.Peek].
type Scanner struct {
	text []byte
	next int
}

// NewScanner returns a Scanner of text from an offset on.
func NewScanner(text []byte, offset int) Scanner { return Scanner{text, offset} }

// Offset returns the index of the next byte.
func (s *Scanner) Offset() int { return s.next }

// MoveTo sets the index of the next byte.
func (s *Scanner) MoveTo(offset int) { s.next = offset }

// Since returns the text between an offset and the next byte.
func (s *Scanner) Since(offset int) []byte { return s.text[offset:s.next] }

// Peek skips white space and returns the next byte, or 0 at the end of the text.
func (s *Scanner) Peek() byte {
	for ; s.next < len(s.text); s.next++ {
		if c := s.text[s.next]; c > ' ' {
			return c
		}
	}
	return 0
}

// Open reads the opening bracket.
func (s *Scanner) Open() { s.next++ }

// More reports whether the object or array has another child, and reads the comma before it,
// or else the closing bracket. It skips white space before and after them.
func (s *Scanner) More() bool {
	switch s.Peek() {
	case ',':
		s.next++
		s.Peek()
	case '}', ']':
		s.next++
		return false
	}
	return true
}

// Name reads the name of a field and the colon after it.
func (s *Scanner) Name() string {
	name := s.Text()
	s.Colon()
	return name
}

// Colon reads the colon after a name.
func (s *Scanner) Colon() {
	s.Peek()
	s.next++
}

// Text reads a string and returns its value.
func (s *Scanner) Text() string {
	from := s.next
	end := from + 1
	for c := s.text[end]; c != '"' && c != '\\' && c < utf8.RuneSelf; c = s.text[end] {
		end++
	}
	if s.text[end] == '"' {
		s.next = end + 1
		return string(s.text[from+1 : end])
	}
	s.next = StringEnd(s.text, from)
	return Unquote(s.text[from:s.next])
}

// Scalar reads a value that is not an object or array, and returns its text.
func (s *Scanner) Scalar() []byte {
	from := s.next
	if s.text[from] == '"' {
		s.next = StringEnd(s.text, from)
		return s.text[from:s.next]
	}
	for s.next < len(s.text) && isLiteral(s.text[s.next]) {
		s.next++
	}
	return s.text[from:s.next]
}

func isLiteral(c byte) bool { return c > ' ' && c != ',' && c != ']' && c != '}' }

// Spaces is the white space of JSON.
const Spaces = " \t\r\n"

// IsSpace reports whether c is white space of JSON.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
