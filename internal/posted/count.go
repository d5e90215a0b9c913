package posted

import (
	"bytes"

	"github.com/seed95800270/crdschema/internal/work"
)

// chunk is the number of bytes between two looks at the context.
const chunk = 1 << 16

// bytesPerStep is the number of bytes of a text that are looked at in about one step.
const bytesPerStep = 64

// Count counts the maps and lists of a JSON text as made values before it is decoded, and
// reports whether to go on. A map takes 340 bytes of memory for a text of eight, and only the
// number of maps bounds that. Brackets in strings do not count. If the text is not JSON, the
// number is some number of its brackets.
func Count(w *work.Tracker, body []byte) bool {
	inString, escaped := false, false
	for len(body) > 0 {
		part := body[:min(chunk, len(body))]
		body = body[len(part):]
		made := 0
		made, inString, escaped = brackets(part, inString, escaped)
		if !w.Step(1+len(part)/bytesPerStep) || !w.Make(made) {
			return false
		}
	}
	return true
}

// brackets returns the number of opening brackets outside of strings, and whether the text
// ends in a string and after a backslash in it.
func brackets(text []byte, inString, escaped bool) (n int, endsInString, endsEscaped bool) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case escaped:
			escaped = false
		case inString && c == '\\':
			escaped = true
		case c == '"':
			inString = !inString
		case inString:
			i += skipText(text[i:])
		case c == '{' || c == '[':
			n++
		}
	}
	return n, inString, escaped
}

// skipText returns how many bytes to skip before the last one of a run without a quote or a
// backslash.
func skipText(text []byte) int {
	end := bytes.IndexAny(text, `"\`)
	if end < 0 {
		end = len(text)
	}
	return end - 1
}
