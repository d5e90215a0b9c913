package keyword

import (
	"math"
	"strconv"
)

// JSONNumber returns f as it is after encoding and decoding: an int64 if its JSON
// text has neither a fraction nor an exponent. -0 stays a float64.
func JSONNumber(f float64) any {
	const exponent = 1e21 // numbers from here on have one
	if -exponent < f && f < exponent && (f != 0 || !math.Signbit(f)) {
		if n, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64); err == nil {
			return n
		}
	}
	return f
}
