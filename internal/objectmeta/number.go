package objectmeta

import (
	"math"
	"strconv"
)

func (d *decoder) count(r *record, f *field, v any) (any, fate) {
	switch n := v.(type) {
	case int64:
		if n == 0 && f.shape == count {
			return nil, omitted
		}
	case float64:
		return d.integral(r, f, n)
	default:
		d.mismatched(r, f, v, f.goType)
	}
	return v, kept
}

func (d *decoder) integral(r *record, f *field, v float64) (any, fate) {
	n, err := strconv.ParseInt(numberText(v), 10, 64)
	switch {
	case err != nil:
		d.outOfRange(r, f, v)
		return v, kept
	case n == 0 && f.shape == count:
		return nil, omitted
	default:
		return n, replaced
	}
}

// outOfRange remembers a number that is no integer, or too great for one.
func (d *decoder) outOfRange(r *record, f *field, v float64) {
	if d.mismatch == "" {
		d.mismatch = wrongType("number "+numberText(v), r.within+f.name, f.goType)
	}
}

// numberText is v as JSON text. Whether it reads as an integer decides what a
// float becomes, and digits beyond its precision are zeros there: 1<<60 is
// written 1152921504606847000.
//
// Rule: encoding/json, floatEncoder.
func numberText(v float64) string {
	if a := math.Abs(v); a == 0 || 1e-6 <= a && a < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	if n := len(text); text[n-4:n-1] == "e-0" {
		return text[:n-2] + text[n-1:]
	}
	return text
}
