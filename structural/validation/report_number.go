package validation

import (
	"fmt"

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
