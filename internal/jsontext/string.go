package jsontext

import (
	"encoding/json"
	"unicode/utf8"
)

// StringEnd returns the index after the string that begins at an index of a valid text.
func StringEnd(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// stringEnd returns what [StringEnd] returns, and reports whether the value of the string
// is the text between the quotes.
func stringEnd(text []byte, at int) (end int, plain bool) {
	escaped, ascii := false, true
	end = at + 1
	for ; text[end] != '"'; end++ {
		switch c := text[end]; {
		case c == '\\':
			escaped = true
			end++
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	plain = !escaped && (ascii || utf8.Valid(text[at+1:end]))
	return end + 1, plain
}

// Unquote returns the value of a string, with U+FFFD for invalid UTF-8 and unpaired
// surrogates.
func Unquote(quoted []byte) string {
	var s string
	_ = json.Unmarshal(quoted, &s) // the text is valid
	return s
}
