package validation

import (
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// text reports a wrong length, or else a pattern that does not match, and a wrong format.
//
// Rules: k8s.io/kube-openapi/pkg/validation/validate, stringValidator and formatValidator.
func (r *reporter) text(k *keywords, s string) (matches int) {
	if !r.w.Step(2 * len(s) / bytesPerStep) {
		return 0
	}
	if !r.length(k, s) {
		r.pattern(k, s)
	}
	if k.inFormat != nil {
		matches++
		if !k.inFormat(s) && !r.counted() {
			detail := codes.TypeDetail(r.name(), k.types.format, s)
			r.add(structural.Error{Kind: field.TypeInvalid, Code: codes.Format, Value: s, Detail: detail})
		}
	}
	return matches + 1
}

func (r *reporter) length(k *keywords, s string) bool {
	length := int64(utf8.RuneCountInString(s))
	if limit, ok := k.MaxLength(); ok && length > limit {
		if r.counted() {
			return true
		}
		e := structural.Error{Kind: field.TooLong, Code: codes.MaxLength, Value: s, Detail: codes.MaxLengthDetail(limit)}
		r.addWithMessage(e, message{text: codes.MaxLengthMessage(r.name(), limit)})
		return true
	}
	if limit, ok := k.MinLength(); ok && length < limit {
		if r.counted() {
			return true
		}
		r.addInvalid(codes.MinLength, s, codes.MinLengthDetail(r.name(), limit))
		return true
	}
	return false
}

func (r *reporter) addInvalid(code codes.Code, value any, detail string) {
	r.add(structural.Error{Kind: field.Invalid, Code: code, Value: value, Detail: detail})
}

func (r *reporter) pattern(k *keywords, s string) {
	if k.pattern == nil {
		return
	}
	if matches, err := k.pattern.match(r.w, s); !matches && !r.counted() {
		r.addInvalid(codes.Pattern, s, codes.PatternDetail(r.name(), k.pattern.text, err))
	}
}

type number struct {
	isInteger bool
	integer   int64
	float     float64
}

func integerNumber(i int64) number { return number{isInteger: true, integer: i, float: float64(i)} }

func floatNumber(f float64) number { return number{float: f} }

func (n number) value() any {
	if n.isInteger {
		return n.integer
	}
	return n.float
}

func (n number) bound(f float64) number {
	if n.isInteger {
		return integerNumber(truncate(f))
	}
	return floatNumber(f)
}

func (n number) allowedBy(l numberLimit) bool {
	if n.isInteger {
		return l.allowsInteger(n.integer)
	}
	return l.allowsFloat(n.float)
}

// number reports all broken bounds. A bound out of the range of the type is an error too, and
// n is compared with it as a float.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, numberValidator.
func (r *reporter) number(k *keywords, n number) (matches int) {
	if !n.allowedBy(k.types.numberLimit()) && !r.counted() {
		r.addAtBase(codes.NumberRange, codes.NumberRangeDetail(r.name(), k.types.first, k.types.rangeFormat()))
	}
	if factor, ok := k.MultipleOf(); ok {
		r.multipleOf(r.comparable(k, n, factor, "MultipleOf"), factor, k.types.integral())
	}
	if limit, exclusive, ok := k.Minimum(); ok {
		r.minimum(r.comparable(k, n, limit, "Minimum boundary"), limit, exclusive)
	}
	if limit, exclusive, ok := k.Maximum(); ok {
		r.maximum(r.comparable(k, n, limit, "Maximum boundary"), limit, exclusive)
	}
	const number, validator = 1, 1
	return number + validator
}

func (r typeRule) rangeFormat() string {
	if l := r.numberLimit(); l == int32Limit || l == float32Limit || r.format == "int64" {
		return r.format
	}
	return ""
}

func (r *reporter) comparable(k *keywords, n number, bound float64, what string) number {
	if k.types.numberLimit().allowsFloat(bound) {
		return n
	}
	if !r.counted() {
		r.addAtBase(codes.BoundRange, codes.BoundRangeDetail(what, r.name(), k.types.first, k.types.rangeFormat()))
	}
	return floatNumber(n.float)
}

func (r *reporter) multipleOf(n number, f float64, integral typeSet) {
	factor := n.bound(f)
	positive := !(f <= 0) // or NaN
	if factor.isInteger {
		positive = factor.integer > 0
	}
	switch {
	case positive && n.isMultiple(factor, integral) || r.counted():
	case !positive:
		r.addInvalid(codes.MultipleOfPositive, factor.value(), codes.MultipleOfPositiveDetail(r.name(), factor.value()))
	default:
		r.addInvalid(codes.MultipleOf, n.value(), codes.MultipleOfDetail(r.name(), factor.value()))
	}
}

func (r *reporter) minimum(n number, bound float64, exclusive bool) {
	limit, detail := n.bound(bound), codes.MinimumDetail
	if exclusive {
		detail = codes.ExclusiveMinimumDetail
	}
	if (n.less(limit) || exclusive && n == limit) && !r.counted() {
		r.addInvalid(codes.Minimum, n.value(), detail(r.name(), limit.value()))
	}
}

func (r *reporter) maximum(n number, bound float64, exclusive bool) {
	limit, detail := n.bound(bound), codes.MaximumDetail
	if exclusive {
		detail = codes.ExclusiveMaximumDetail
	}
	if (limit.less(n) || exclusive && n == limit) && !r.counted() {
		r.addInvalid(codes.Maximum, n.value(), detail(r.name(), limit.value()))
	}
}

func (n number) isMultiple(factor number, integral typeSet) bool {
	if n.isInteger {
		return n.integer%factor.integer == 0
	}
	return isMultiple(n.float, factor.float, integral)
}

func (n number) less(m number) bool {
	if n.isInteger {
		return n.integer < m.integer
	}
	return n.float < m.float
}
