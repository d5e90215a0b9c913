package hints

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTokens checks that the tokens of an expression are its text, and that names in literals stay.
func TestTokens(t *testing.T) {
	for _, text := range []string{"", "self.a == 'b\\'c' && x", `"unfinished`, "'''a'b''' + \"\"", "self.é > 1.5", "a\n\tb // c"} {
		assert.Equal(t, text, joined(tokensOf(text)))
	}
	for _, c := range []struct {
		with      func([]token) string
		in, wants string
	}{
		{withOperators, "a = 1 and not b or c === 'x and y'", "a == 1 && ! b || c == 'x and y'"},
		{withOperators, "a == 1 && b != 2 || c <= 3 & d >= 4 | True", "a == 1 && b != 2 || c <= 3 && d >= 4 || true"},
		{withOperators, "self.or == self.and", "self.or == self.and"},
		{withPresence, "self.a != null && self.b.c==null || null != x", "has(self.a) && !has(self.b.c) || null != x"},
		{withPresence, "a != null", "a != null"},
		{func(in []token) string { return renamed(in, "nmae", "name") }, "self.nmae == 'self.nmae' && nmae", "self.name == 'self.nmae' && nmae"},
		{func(in []token) string { return renamed(in, "startWith", "startsWith") }, "self.startWith(startWith)", "self.startsWith(startWith)"},
		{func(in []token) string { return withStep(in, "spec", "size") }, "self.size > 1 && other.size > 1 && oldSelf.size > 1", "self.spec.size > 1 && other.size > 1 && oldSelf.spec.size > 1"},
	} {
		assert.Equal(t, c.wants, c.with(tokensOf(c.in)))
	}
	assert.Equal(t, "self.x > self.myx + self.x", replaceName("self.my > self.myx + self.my", "self.my", "self.x"))
}
