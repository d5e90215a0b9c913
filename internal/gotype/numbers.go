package gotype

import (
	"math"
	"strconv"
)

// Floats says how the float64s of a value were written.
type Floats uint8

const (
	// WithFraction says that they have a fraction or exponent: none is an integer.
	WithFraction Floats = iota
	// Encoded says that encoding/json writes them first: 1.0 as 1.
	Encoded
)

func (f Floats) got(v any, t *Type) string {
	n, ok := v.(float64)
	switch {
	case !ok && inRange(v, t):
		return ""
	case !ok || f == WithFraction:
		return NumberName(v)
	}
	if i, ok := EncodedInteger(n); ok && inRange(i, t) {
		return ""
	}
	return "number " + encodedNumber(n)
}

// EncodedInteger returns the integer that the JSON text of v is parsed as, and reports
// whether it is one and fits. Digits beyond the precision of v are zeros: 1<<60 becomes
// 1152921504606847000.
func EncodedInteger(v float64) (int64, bool) {
	if v != math.Trunc(v) || math.Abs(v) >= 1<<63 {
		return 0, false
	}
	if math.Abs(v) <= 1<<53 {
		return int64(v), true
	}
	n, err := strconv.ParseInt(encodedNumber(v), 10, 64)
	return n, err == nil
}

// encodedNumber returns v as JSON text.
//
// Rule: encoding/json, floatEncoder.
func encodedNumber(v float64) string {
	if a := math.Abs(v); a == 0 || 1e-6 <= a && a < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	if n := len(text); n > 4 && text[n-4:n-1] == "e-0" {
		return text[:n-2] + text[n-1:]
	}
	return text
}
