package kubectl

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWrap checks that lines are broken only between words, and that existing
// breaks stay.
func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"one two":               "one\ntwo",
		"one\n\ntwo":            "one\n\ntwo",
		"a b c d":               "a b c\nd",
		"longerthanfive a":      "longerthanfive\na",
		"a longerthanfive":      "a\nlongerthanfive",
		"äöü ß":                 "äöü ß",
		"  in dented":           "  in\ndented",
		"end   \nnext":          "end\nnext",
		strings.Repeat("x ", 3): "x x x",
	} {
		assert.Equal(t, want, wrap(text, 5), "%q", text)
	}
}
