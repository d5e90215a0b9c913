package validation

import (
	"math"

	"github.com/seed95800270/crdschema/structural"
)

// numberRule is what a node demands of numbers besides their type. For
// integers, bounds are inclusive.
type numberRule struct {
	least, most int64
	step        int64 // 0: any
	floor, ceil float64
	aboveFloor  bool // the floor itself is excluded
	belowCeil   bool
	factor      float64 // 0: any
	float32     bool    // floats must fit 32 bits
	never       kinds   // of which no number is valid
}

var unbounded = numberRule{least: math.MinInt64, most: math.MaxInt64, floor: math.Inf(-1), ceil: math.Inf(1)}

// newNumberRule is nil if there is nothing to check. It also returns the kinds
// of numbers that cannot be valid.
//
// The server compares integers with bounds cut down to integers, and takes no
// number at all if a bound or factor does not fit the type and the format.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, numberValidator.
func newNumberRule(s *structural.Schema, c capacity) (_ *numberRule, never kinds) {
	r := unbounded
	r.capacity(c)
	if limit, exclusive, ok := s.Maximum(); ok {
		r.fit(limit, c)
		r.maximum(limit, exclusive)
	}
	if limit, exclusive, ok := s.Minimum(); ok {
		r.fit(limit, c)
		r.minimum(limit, exclusive)
	}
	if factor, ok := s.MultipleOf(); ok {
		r.fit(factor, c)
		r.multiple(factor)
	}
	if r == unbounded {
		return nil, 0
	}
	kept := r
	return &kept, r.never
}

func (r *numberRule) capacity(c capacity) {
	switch c {
	case int32s:
		r.least, r.most = math.MinInt32, math.MaxInt32
		r.floor, r.ceil = math.MinInt32, math.MaxInt32
	case float32s:
		r.float32 = true
	}
}

func (r *numberRule) fit(bound float64, c capacity) {
	if !c.holdsFloat(bound) {
		r.never |= numbers
	}
}

func (r *numberRule) maximum(limit float64, exclusive bool) {
	most := cut(limit)
	if exclusive && most == math.MinInt64 {
		r.never |= integer
	} else if exclusive {
		most--
	}
	r.most = min(r.most, most)
	if limit <= r.ceil {
		r.ceil, r.belowCeil = limit, exclusive
	}
}

func (r *numberRule) minimum(limit float64, exclusive bool) {
	least := cut(limit) // less than the greatest integer, which no float is
	if exclusive {
		least++
	}
	r.least = max(r.least, least)
	if limit >= r.floor {
		r.floor, r.aboveFloor = limit, exclusive
	}
}

func (r *numberRule) multiple(factor float64) {
	r.step, r.factor = cut(factor), factor
	if r.step <= 0 {
		r.never |= integer
	}
	if factor <= 0 {
		r.never |= floats
	}
}

func (r *numberRule) validInteger(i int64) bool {
	return r.least <= i && i <= r.most && (r.step == 0 || i%r.step == 0)
}

// validFloat is written so that NaN is within all bounds, as on the server.
func (r *numberRule) validFloat(f float64) bool {
	switch {
	case f > r.ceil, f < r.floor, r.belowCeil && f == r.ceil, r.aboveFloor && f == r.floor:
		return false
	case r.float32 && !float32s.holdsFloat(f):
		return false
	default:
		return r.factor == 0 || isMultiple(f, r.factor)
	}
}

// isMultiple tolerates what the server's own check tolerates.
func isMultiple(f, factor float64) bool {
	quotient := f / factor
	if factor < 1 {
		quotient = 1 / factor * f
	}
	return kindOfFloat(quotient)&(integral|nearly) != 0
}

// capacity is what the type and the format of a node let numbers hold.
type capacity uint8

const (
	anyNumber capacity = iota
	int64s
	int32s
	float32s
)

// capacityOf looks at the format only where there is one type and the format
// belongs to it.
func (t typing) capacity() capacity {
	switch single := t.single(); {
	case single == "integer" && t.format == "int32":
		return int32s
	case single == "integer":
		return int64s
	case single == "number" && t.format == "float":
		return float32s
	default:
		return anyNumber
	}
}

// roundsToFloat32 is the greatest float64 that the server's check rounds down to
// a float32: half the way to what would come after the greatest one. The
// decimals that it prints of it are a little less than that.
const roundsToFloat32 = math.MaxFloat32 + 0x1p103

func (c capacity) holdsInteger(i int64) bool {
	return c != int32s || math.MinInt32 <= i && i <= math.MaxInt32
}

// holdsFloat tells whether a float is within the capacity. For the server,
// which prints the number and reads it again, -2^63 is too small for an int64.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, IsValueValidAgainstRange.
func (c capacity) holdsFloat(f float64) bool {
	switch c {
	case int64s:
		return f == math.Trunc(f) && -0x1p63 < f && f < 0x1p63
	case int32s:
		return f == math.Trunc(f) && math.MinInt32 <= f && f <= math.MaxInt32
	case float32s:
		return math.IsInf(f, 0) || !(math.Abs(f) > roundsToFloat32) // nor NaN
	default:
		return true
	}
}

// cut drops the fraction of f as a server on amd64 does, which makes the least
// integer of everything that is beyond integers. Go leaves that to the platform.
func cut(f float64) int64 {
	if -0x1p63 <= f && f < 0x1p63 {
		return int64(f)
	}
	return math.MinInt64
}
