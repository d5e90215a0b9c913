package celrules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/structural"
)

// Compiling gives the same result every time, whatever was compiled before, and modifies
// nothing.
func FuzzRule(f *testing.F) {
	for _, text := range []string{
		"", " ", "true", "self", "self.a == oldSelf.a", "self.l.all(x, x == 'a')", "self.m.exists(k, self.m[k] > 1)", "self.?a.orValue('')",
		"self.l.map(x, x + 'b').isSorted()", "quantity('1').isGreaterThan(quantity(self.a))", "'('.find('(')", "optional.of(1).optMap(x, x)",
		"self.namespace", "type(self) == list", "{'a': 1}", "[1, 'a']", "//", "\x00", "é", "self.\x60a\x60", "has(self.o.x) && self.o == self.o",
	} {
		f.Add(text, text)
	}
	m := object(nil, "a", map[string]any{"type": "string"}, "namespace", map[string]any{"type": "integer"},
		"l", map[string]any{"type": "array", "maxItems": int64(5), "items": map[string]any{"type": "string"}},
		"m", map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer"}},
		"o", object(nil, "x", map[string]any{"x-kubernetes-int-or-string": true}))
	shared := NewCompiler()
	f.Fuzz(func(t *testing.T, text, message string) {
		m[validations] = []any{map[string]any{"rule": text, "messageExpression": message}}
		s := parse(t, m)
		errs := check(t, NewCompiler(), s)
		assert.Equal(t, errs, check(t, shared, s))
		assert.Equal(t, errs, check(t, shared, s))
		for _, err := range errs {
			assert.NotEmpty(t, err.Error())
		}
		rules := shared.Compile(s, structural.Resource)
		prepare(t, rules)
		assert.Equal(t, costs(t, Compile(s, structural.Resource)), costs(t, rules))
	})
}
