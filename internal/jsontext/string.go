package jsontext

import (
	"bytes"
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

// Unquote returns the value of a string, with U+FFFD for invalid UTF-8 and unpaired
// surrogates.
func Unquote(quoted []byte) string {
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // the text is valid
	return s
}
