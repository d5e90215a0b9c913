package validation

import (
	"fmt"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

// figure is a number that remembers how it was written.
type figure struct {
	exact   bool
	integer int64
	float   float64
}

func exact(i int64) figure { return figure{exact: true, integer: i, float: float64(i)} }

func approximate(f float64) figure { return figure{float: f} }

func (f figure) in(c capacity) bool {
	if f.exact {
		return c.holdsInteger(f.integer)
	}
	return c.holdsFloat(f.float)
}

// number reports all bounds that are broken. A bound that does not fit the type
// is reported, too, and the number is compared with it as a float.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, numberValidator.
func (r *reporter) number(k *keywords, f figure) (matches int) {
	c := k.typing.capacity()
	if !f.in(c) {
		r.outOfRange(k, c, "Checked")
	}
	if factor, ok := k.MultipleOf(); ok {
		r.multiple(r.comparable(k, f, factor, "MultipleOf"), factor)
	}
	if limit, exclusive, ok := k.Minimum(); ok {
		r.minimum(r.comparable(k, f, limit, "Minimum boundary"), limit, exclusive)
	}
	if limit, exclusive, ok := k.Maximum(); ok {
		r.maximum(r.comparable(k, f, limit, "Maximum boundary"), limit, exclusive)
	}
	const number, validator = 1, 1
	return number + validator
}

// comparable is f as it is compared with a bound.
func (r *reporter) comparable(k *keywords, f figure, bound float64, what string) figure {
	c := k.typing.capacity()
	if c.holdsFloat(bound) {
		return f
	}
	r.outOfRange(k, c, what)
	return approximate(f.float)
}

func (r *reporter) outOfRange(k *keywords, c capacity, what string) {
	kind := "(default format)"
	if c == int32s || c == float32s || k.typing.format == "int64" {
		kind = "with format " + k.typing.format
	}
	r.addAtBase(fmt.Sprintf("%s value must be of type %s %s in %s", what, k.typing.first, kind, r.name()))
}

func (r *reporter) multiple(f figure, factor float64) {
	step := cut(factor)
	switch {
	case f.exact && step <= 0:
		r.badFactor(step)
	case f.exact && f.integer%step != 0:
		r.misfit(f.integer, "should be a multiple of", step)
	case f.exact:
	case factor <= 0:
		r.badFactor(factor)
	case !isMultiple(f.float, factor):
		r.misfit(f.float, "should be a multiple of", factor)
	}
}

func (r *reporter) badFactor(factor any) {
	r.add(structural.Invalid, factor, fmt.Sprintf("factor MultipleOf declared for %s must be positive: %v", r.name(), factor))
}

// misfit reports a number in words that end with what it was compared with.
func (r *reporter) misfit(number any, should string, bound any) {
	r.add(structural.Invalid, number, fmt.Sprintf("%s in body %s %v", r.name(), should, bound))
}

func (r *reporter) maximum(f figure, limit float64, exclusive bool) {
	should := "should be less than or equal to"
	if exclusive {
		should = "should be less than"
	}
	most := cut(limit)
	switch {
	case f.exact && (f.integer > most || exclusive && f.integer == most):
		r.misfit(f.integer, should, most)
	case !f.exact && (f.float > limit || exclusive && f.float == limit):
		r.misfit(f.float, should, limit)
	}
}

func (r *reporter) minimum(f figure, limit float64, exclusive bool) {
	should := "should be greater than or equal to"
	if exclusive {
		should = "should be greater than"
	}
	least := cut(limit)
	switch {
	case f.exact && (f.integer < least || exclusive && f.integer == least):
		r.misfit(f.integer, should, least)
	case !f.exact && (f.float < limit || exclusive && f.float == limit):
		r.misfit(f.float, should, limit)
	}
}

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
