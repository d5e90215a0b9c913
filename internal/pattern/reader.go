package pattern

import (
	"io"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/work"
)

// runeReader reads a text and ends it when the tracker fails. Like package regexp in a
// string, it reads invalid UTF-8 byte by byte as utf8.RuneError.
type runeReader struct {
	w    *work.Tracker
	text string
	cost int // steps of a rune
}

// ReadRune returns the next rune, or io.EOF.
func (r *runeReader) ReadRune() (char rune, width int, err error) {
	if r.text == "" || !r.w.Step(r.cost) {
		return 0, 0, io.EOF
	}
	char, width = utf8.DecodeRuneInString(r.text)
	r.text = r.text[width:]
	return char, width, nil
}
