// Package integral has the rule for floats that may have been integers in the text
// that a map was decoded from, and the remark on an error that such a float causes.
// encoding/json and sigs.k8s.io/yaml decode every number as a float64; the server
// decodes an integer as an int64.
package integral

import "math"

// Remark is the remark on an error about a float64 for which [Float] is true.
const Remark = "A whole float64 is where an int64 must be. json.Unmarshal and yaml.Unmarshal decode every number as a float64: " +
	"decode the text with document.DecodeJSON or document.DecodeYAML, or convert the map with structural.IntegersFromFloats. " +
	"In a JSON text, numbers like 1.0 and 1e3 are a float64 for the server, too."

// Int64 returns f as an integer and reports whether f is the float64 nearest to an integer that
// fits into 64 bits, and is in their range itself: 2⁶³ is not, although the largest integers
// become it.
func Int64(f float64) (n int64, ok bool) {
	if f != math.Trunc(f) || f < math.MinInt64 || f >= 1<<63 { // nor NaN
		return 0, false
	}
	return int64(f), true
}

// Float reports whether v is a float64 that [Int64] converts.
func Float(v any) bool {
	f, ok := v.(float64)
	if ok {
		_, ok = Int64(f)
	}
	return ok
}

// RemarkOn returns Remark if [Float] is true of v, else "".
func RemarkOn(v any) string {
	if Float(v) {
		return Remark
	}
	return ""
}
