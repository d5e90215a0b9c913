package decode

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

type mark struct{ line, column int }

// nonSpecificTag matches the tag "!" and the anchor before it. The tag makes a scalar a
// string; the parser does not keep it.
var nonSpecificTag = regexp.MustCompile(`(?:&[^\s,\[\]{}]+\s+(?:#.*\s+)*)?!(?:\s|$)`)

// nonSpecificTags returns the positions of tags "!". Some may be in strings or comments,
// where nodes do not begin.
func nonSpecificTags(text []byte) map[mark]bool {
	if bytes.IndexByte(text, '!') < 0 {
		return nil
	}
	text = asUTF8(text)
	out, p, i := map[mark]bool{}, mark{1, 1}, 0
	for _, m := range nonSpecificTag.FindAllIndex(text, -1) {
		for i < m[0] {
			n := breakLength(text[i:])
			if n > 0 {
				p = mark{p.line + 1, 1}
			} else {
				_, n = utf8.DecodeRune(text[i:])
				p.column++
			}
			i += n
		}
		out[p] = true
	}
	return out
}
