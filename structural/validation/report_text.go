package validation

import (
	"fmt"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

// mistyped reports a value that is not what the schema wants. The server shows
// what it got instead of the value.
func (r *reporter) mistyped(want, got string) {
	r.add(structural.TypeInvalid, got, fmt.Sprintf("%s in body must be of type %s: %q", r.name(), want, got))
}

// text reports the first of the length and the pattern that is wrong, and the
// format.
//
// Rules: k8s.io/kube-openapi/pkg/validation/validate, stringValidator and
// formatValidator.
func (r *reporter) text(k *keywords, s string) (matches int) {
	if !r.lengthOf(k, s) {
		r.pattern(k, s)
	}
	if holds := r.predicate(k.typing); holds != nil {
		matches++
		if !holds(s) {
			r.mistyped(k.typing.format, s)
		}
	}
	return matches + 1
}

// lengthOf tells whether it has reported something.
func (r *reporter) lengthOf(k *keywords, s string) bool {
	length := int64(utf8.RuneCountInString(s))
	if most, ok := k.MaxLength(); ok && length > most {
		r.addSilent(structural.TooLong, s, atMostBytes(most), message{text: fmt.Sprintf("%s in body should be at most %d chars long", r.name(), most)})
		return true
	}
	if least, ok := k.MinLength(); ok && length < least {
		r.add(structural.Invalid, s, fmt.Sprintf("%s in body should be at least %d chars long", r.name(), least))
		return true
	}
	return false
}

// atMostBytes speaks of bytes, as the server does, although code points were
// counted.
func atMostBytes(n int64) string {
	switch {
	case n < 0:
		return "value is too long"
	case n == 1:
		return "may not be more than 1 byte"
	default:
		return fmt.Sprintf("may not be more than %d bytes", n)
	}
}

func (r *reporter) pattern(k *keywords, s string) {
	if k.Pattern() == "" {
		return
	}
	p := r.patterns.get(k.Pattern())
	if p.match(s) {
		return
	}
	wanted := p.text
	if p.err != nil {
		wanted = fmt.Sprintf("%s, but pattern is invalid: %s", p.text, p.err)
	}
	r.add(structural.Invalid, s, fmt.Sprintf("%s in body should match '%s'", r.name(), wanted))
}
