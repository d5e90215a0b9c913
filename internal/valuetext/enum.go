package valuetext

import (
	"fmt"
	"slices"
	"strings"
)

// Enum describes an enumeration.
type Enum[T ~uint8] struct {
	// Name is the name of the type, for errors and for values without a word.
	Name string
	// Words are the words of the constants 0, 1, 2 and so on.
	Words []string
}

// Word returns the word of v, or "Operation(7)" if v is not a constant.
func (e *Enum[T]) Word(v T) string {
	if int(v) >= len(e.Words) {
		return fmt.Sprintf("%s(%d)", e.Name, v)
	}
	return e.Words[v]
}

// maxQuoted is the number of bytes of a text that [Enum.Read] quotes in its error.
const maxQuoted = 64

// Read sets v to the constant that text is the word of. It returns an error that
// lists the words, and does not set v, if text is none of them.
func (e *Enum[T]) Read(text []byte, v *T) error {
	i := slices.Index(e.Words, string(text))
	if i < 0 {
		return fmt.Errorf("%s %q is none of %s", e.Name, text[:min(len(text), maxQuoted)], strings.Join(e.Words, ", "))
	}
	*v = T(i)
	return nil
}
