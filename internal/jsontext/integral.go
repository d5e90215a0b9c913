package jsontext

import (
	"math"
	"strconv"
)

// IntegralRemark is the remark on an error about a float64 that [Integer] converts.
const IntegralRemark = "A whole float64 is where an int64 must be. json.Unmarshal and yaml.Unmarshal decode every number as a float64: " +
	"decode the text with document.DecodeJSON or document.DecodeYAML, or convert the map with structural.IntegersFromFloats. " +
	"In a JSON text, numbers like 1.0 and 1e3 are a float64 for the server, too."

// Integer returns f as an integer, and reports whether f is the float64 nearest to an integer
// that fits into 64 bits, and is in their range itself: 2⁶³ is not. The text of such an f may
// have been an integer: encoding/json and sigs.k8s.io/yaml decode every number as a float64, the
// server decodes an integer as an int64.
func Integer(f float64) (n int64, ok bool) {
	if f != math.Trunc(f) || f < math.MinInt64 || f >= 1<<63 { // nor NaN
		return 0, false
	}
	return int64(f), true
}

// StoredInteger returns the integer that the JSON text of f is, and reports whether the text is
// one of 64 bits. Beyond 53 bits, the text has zeros for digits that do not tell f from its
// neighbors, so the integer may differ from f.
func StoredInteger(f float64) (n int64, ok bool) {
	switch {
	case f != math.Trunc(f) || math.Abs(f) > 1<<63:
		return 0, false
	case math.Abs(f) <= 1<<53:
		return int64(f), true
	default:
		n, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64)
		return n, err == nil
	}
}

// RemarkOn returns [IntegralRemark] if v is a float64 that [Integer] converts, else "".
func RemarkOn(v any) string {
	if f, ok := v.(float64); ok {
		if _, ok = Integer(f); ok {
			return IntegralRemark
		}
	}
	return ""
}

// Float returns the number of a normalized JSON value, or false for another value.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	default:
		return 0, false
	}
}
