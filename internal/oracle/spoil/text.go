package spoil

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// spoilText damages a text regardless of what it says.
func (s spoiler) spoilText(text string) string {
	at := s.IntN(len(text) + 1)
	switch s.IntN(16) {
	case 0, 1:
		return text[:at]
	case 2:
		return text + oneOf(s.Rand, "}", "x", ",", "{}", "\x00", "null", "//", "\ufeff", "# a", "]", "\n\n{}")
	case 3:
		return "\ufeff" + text
	case 4:
		return utf16Text(text, oneOf[binary.ByteOrder](s.Rand, binary.LittleEndian, binary.BigEndian), s.IntN(2))
	case 5, 6:
		return text[:at] + oneOf(s.Rand, "\xff", "\xc3\x28", "\xed\xa0\x80", "\xf0\x9f", "\x00", "\x01", "\x7f", "\u0085", "\\") + text[at:]
	case 7:
		return insideString(text, oneOf(s.Rand, "\xff", "\xff\xfe", "\xc3", "\xed\xa0\x80", "\\ud800", "\\udc00", "\\u00e9", "\t", "\n", "\\x", "\x00", "\u2028"))
	case 8:
		return oneOf(s.Rand, "", " ", "\n", "null", " null ", "[]", "1", `""`, "true", "{", "}", "[", "\"", "nul", "{}", "-", "~", "1e400", "[1e400]", "\ufeff", "\ufeff{}", "---", "...", "%", "%YAML 1.1\n---", "# a", "a", "a: b", "--- a")
	case 9:
		return strings.ReplaceAll(text, `"`, `'`)
	case 10:
		return strings.Replace(text, ",", ",,", 1)
	case 11:
		return strings.Replace(text, "}", ",}", 1)
	case 12:
		return strings.Repeat(oneOf(s.Rand, "[", `{"a":`), oneOf(s.Rand, 100, 9_999, 10_000, 10_001)) + text
	case 13:
		return strings.Replace(text, ":", oneOf(s.Rand, " ", "=", "::", ":/**/"), 1)
	case 14:
		return strings.Replace(text, ":", ":"+oneOf(s.Rand, "01", "+1", ".5", "1.", "0x1", "NaN", "Infinity", "-", "1e", "True", "undefined")+",", 1)
	default:
		return strings.Repeat(oneOf(s.Rand, " ", "\n"), s.IntN(40)) + text
	}
}

// insideString inserts a piece behind the first quotation mark of a value.
func insideString(text, piece string) string {
	i := strings.LastIndexByte(text, '"')
	if i < 0 {
		return text + piece
	}
	return text[:i] + piece + text[i:]
}

// utf16Text returns text in UTF-16, with marks byte order marks.
func utf16Text(text string, order binary.ByteOrder, marks int) string {
	units := utf16.Encode([]rune(strings.Repeat("\ufeff", marks) + text))
	out := make([]byte, 2*len(units))
	for i, u := range units {
		order.PutUint16(out[2*i:], u)
	}
	return string(out)
}
