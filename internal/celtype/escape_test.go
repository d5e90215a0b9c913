package celtype

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A name that has an identifier is the name of that identifier.
func FuzzEscape(f *testing.F) {
	for _, name := range []string{"", "a", "a.b", "a__b", "___", "__if__", "if", "1a", "a-/.b", "_____a", "a_"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		identifier, ok := Escape(name)
		if !ok {
			assert.Empty(t, identifier)
			return
		}
		assert.Regexp(t, `^[A-Za-z_][A-Za-z0-9_]*$`, identifier)
		back, ok := Unescape(identifier)
		if assert.True(t, ok) {
			assert.Equal(t, name, back)
		}
	})
}
