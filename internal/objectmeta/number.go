package objectmeta

import (
	"math"
	"strconv"
)

func (d *decoder) count(r *record, f *fieldSpec, v any) (any, fate) {
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

func (d *decoder) integral(r *record, f *fieldSpec, v float64) (any, fate) {
	n, ok := integer(v)
	switch {
	case !ok:
		d.outOfRange(r, f, v)
		return v, kept
	case n == 0 && f.shape == count:
		return nil, omitted
	default:
		return n, replaced
	}
}

// outOfRange remembers a number that is no integer, or too great for one.
func (d *decoder) outOfRange(r *record, f *fieldSpec, v float64) {
	if d.mismatch == "" {
		d.mismatch = wrongType("number "+numberText(v), r.within+f.name, f.goType)
	}
}

// integer is what the JSON text of v reads as, and whether that is an integer
// that fits. In the text digits beyond the precision of v are zeros: 1<<60 is
// written, and becomes, 1152921504606847000.
func integer(v float64) (int64, bool) {
	if v != math.Trunc(v) || math.Abs(v) >= 1<<63 {
		return 0, false
	}
	if math.Abs(v) <= 1<<53 {
		return int64(v), true
	}
	n, err := strconv.ParseInt(numberText(v), 10, 64)
	return n, err == nil
}

// numberText is v as JSON text.
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
