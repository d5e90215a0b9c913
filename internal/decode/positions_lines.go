package decode

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// yamlLines converts the lines and columns of the YAML parser. The parser also ends lines
// at a single carriage return and at three characters of Unicode.
type yamlLines struct {
	start Position
	lines []Position // where the lines of the parser start; nil if the text has the same lines
}

func newYAMLLines(p Position, text []byte) yamlLines {
	text = asUTF8(text)
	if !hasOtherBreaks(text) {
		return yamlLines{start: p}
	}
	out, line := yamlLines{start: p, lines: []Position{p}}, 0
	for i := 0; i < len(text); {
		n := breakLength(text[i:])
		if n == 0 {
			_, n = utf8.DecodeRune(text[i:])
			i += n
			continue
		}
		i += n
		p = p.after(text[line:i])
		line = i
		out.lines = append(out.lines, p)
	}
	return out
}

func (l yamlLines) position(line, column int) Position {
	at := Position{Line: l.start.Line + line - 1, Column: 1}
	switch {
	case line <= len(l.lines):
		at = l.lines[line-1]
	case line == 1:
		at = l.start
	}
	at.Column += column - 1
	return at
}

// The line breaks of YAML besides carriage return and line feed.
var otherBreaks = [][]byte{[]byte("\u0085"), []byte("\u2028"), []byte("\u2029")}

func breakLength(text []byte) int {
	switch {
	case text[0] == '\n':
		return 1
	case text[0] == '\r':
		if len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	case text[0] < utf8.RuneSelf:
		return 0
	}
	for _, b := range otherBreaks {
		if bytes.HasPrefix(text, b) {
			return len(b)
		}
	}
	return 0
}

// hasOtherBreaks reports whether text has line breaks that do not end in a line feed.
func hasOtherBreaks(text []byte) bool {
	if bytes.Count(text, []byte("\r")) != bytes.Count(text, []byte("\r\n")) {
		return true
	}
	for _, b := range otherBreaks {
		if bytes.Contains(text, b) {
			return true
		}
	}
	return false
}

func asUTF8(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	units := make([]uint16, 0, len(text)/2)
	for i := 2; i+1 < len(text); i += 2 {
		units = append(units, order.Uint16(text[i:]))
	}
	return []byte(string(utf16.Decode(units)))
}
