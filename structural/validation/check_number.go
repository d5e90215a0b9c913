package validation

import (
	"math"

	"github.com/seed95800270/crdschema/structural"
)

type numberLimit uint8

const (
	noLimit numberLimit = iota
	int64Limit
	int32Limit
	float32Limit
)

// numberLimit returns the range of numbers. The format counts only with its own type.
func (r typeRule) numberLimit() numberLimit {
	switch single := r.single(); {
	case r.early:
		return noLimit
	case single == "integer" && r.format == "int32":
		return int32Limit
	case single == "integer":
		return int64Limit
	case single == "number" && r.format == "float":
		return float32Limit
	default:
		return noLimit
	}
}

// roundsToFloat32 is the greatest float64 that the server's check rounds down to a float32:
// the middle between the greatest float32 and its successor. The server prints it as a
// slightly smaller decimal.
const roundsToFloat32 = math.MaxFloat32 + 0x1p103

func (l numberLimit) allowsInteger(i int64) bool {
	return l != int32Limit || math.MinInt32 <= i && i <= math.MaxInt32
}

// allowsFloat reports whether a float is within the range. The server prints the number
// and parses it again, so -2^63 is too small for an int64.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, IsValueValidAgainstRange.
func (l numberLimit) allowsFloat(f float64) bool {
	switch l {
	case int64Limit:
		return f == math.Trunc(f) && -0x1p63 < f && f < 0x1p63
	case int32Limit:
		return f == math.Trunc(f) && math.MinInt32 <= f && f <= math.MaxInt32
	case float32Limit:
		return math.IsInf(f, 0) || !(math.Abs(f) > roundsToFloat32) // nor NaN
	default:
		return true
	}
}

// truncate returns f without its fraction, as on amd64: numbers out of range become the
// smallest integer. Go leaves this to the platform.
func truncate(f float64) int64 {
	if -0x1p63 <= f && f < 0x1p63 {
		return int64(f)
	}
	return math.MinInt64
}

// numberRule holds the requirements for numbers. For integers, bounds are inclusive.
type numberRule struct {
	minInteger, maxInteger     int64
	integerFactor              int64 // multipleOf, or 0
	min, max                   float64
	exclusiveMin, exclusiveMax bool
	factor                     float64 // multipleOf, or 0
	integral                   typeSet // types of quotients by factor
	float32                    bool
	never                      typeSet // types without a valid number
}

var anyNumber = numberRule{minInteger: math.MinInt64, maxInteger: math.MaxInt64, min: math.Inf(-1), max: math.Inf(1)}

// newNumberRule returns the requirements of s for numbers, or nil, and the types of numbers
// that cannot be valid: the server accepts no number at all if a bound or factor is out of the
// range of the type and format.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, numberValidator.
func newNumberRule(s *structural.Schema, t typeRule) (_ *numberRule, never typeSet) {
	r, limit := anyNumber, t.numberLimit()
	r.setLimit(limit)
	if bound, exclusive, ok := s.Maximum(); ok {
		r.checkBound(bound, limit)
		r.setMaximum(bound, exclusive)
	}
	if bound, exclusive, ok := s.Minimum(); ok {
		r.checkBound(bound, limit)
		r.setMinimum(bound, exclusive)
	}
	if factor, ok := s.MultipleOf(); ok {
		r.checkBound(factor, limit)
		r.setMultipleOf(factor, t.integral())
	}
	if r == anyNumber {
		return nil, 0
	}
	kept := r
	return &kept, r.never
}

func (r *numberRule) setLimit(limit numberLimit) {
	switch limit {
	case int32Limit:
		r.minInteger, r.maxInteger = math.MinInt32, math.MaxInt32
		r.min, r.max = math.MinInt32, math.MaxInt32
	case float32Limit:
		r.float32 = true
	}
}

func (r *numberRule) checkBound(bound float64, limit numberLimit) {
	if !limit.allowsFloat(bound) {
		r.never |= numberTypes
	}
}

func (r *numberRule) setMaximum(bound float64, exclusive bool) {
	most := truncate(bound)
	if exclusive && most == math.MinInt64 {
		r.never |= integerType
	} else if exclusive {
		most--
	}
	r.maxInteger = min(r.maxInteger, most)
	if bound <= r.max {
		r.max, r.exclusiveMax = bound, exclusive
	}
}

func (r *numberRule) setMinimum(bound float64, exclusive bool) {
	least := truncate(bound) // less than the greatest integer: that is not a float
	if exclusive {
		least++
	}
	r.minInteger = max(r.minInteger, least)
	if bound >= r.min {
		r.min, r.exclusiveMin = bound, exclusive
	}
}

func (r *numberRule) setMultipleOf(factor float64, integral typeSet) {
	r.integerFactor, r.factor, r.integral = truncate(factor), factor, integral
	if r.integerFactor <= 0 {
		r.never |= integerType
	}
	if factor <= 0 {
		r.never |= floatTypes
	}
}

func (r *numberRule) validInteger(i int64) bool {
	return r.minInteger <= i && i <= r.maxInteger && (r.integerFactor == 0 || i%r.integerFactor == 0)
}

// validFloat keeps NaN within all bounds, as on the server.
func (r *numberRule) validFloat(f float64) bool {
	switch {
	case f > r.max, f < r.min, r.exclusiveMax && f == r.max, r.exclusiveMin && f == r.min:
		return false
	case r.float32 && !float32Limit.allowsFloat(f):
		return false
	default:
		return r.factor == 0 || isMultiple(f, r.factor, r.integral)
	}
}

func isMultiple(f, factor float64, integral typeSet) bool {
	quotient := f / factor
	if factor < 1 {
		quotient = 1 / factor * f
	}
	return typeOfFloat(quotient)&integral != 0
}
