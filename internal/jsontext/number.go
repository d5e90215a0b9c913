package jsontext

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/work"
)

// CountNumber counts the conversion of a JSON number to a float64. w may be nil.
func CountNumber(w *work.Tracker, literal string) {
	if w == nil {
		return
	}
	if steps := numberSteps(literal); steps > 0 {
		w.Step(steps)
	}
}

// numberSteps returns the steps of strconv.ParseFloat(literal, 64) beyond its bytes. It calculates
// with up to 800 digits, for up to 30 µs, if a number has more than 19 digits or is near the
// largest or the smallest float64: the work is proportional to the square of the exponent.
// A number that is far too large or too small is cheap again.
func numberSteps(literal string) int {
	digits, magnitude := measure(literal)
	if magnitude > 310 || magnitude < -331 || digits <= 19 && -308 < magnitude && magnitude < 308 {
		return 0
	}
	return magnitude * magnitude / 300
}

// measure returns the number of digits of a number from its first digit that is not zero, and
// the power of ten of this digit.
func measure(literal string) (digits, magnitude int) {
	mantissa, power := literal, 0
	if at := strings.IndexAny(literal, "eE"); at >= 0 {
		// An exponent beyond 30 bits becomes the nearest one within: sums with lengths do not overflow.
		exponent, _ := strconv.ParseInt(literal[at+1:], 10, 30)
		mantissa, power = literal[:at], int(exponent)
	}
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "-0"), ".")
	if whole != "" {
		return len(whole) + len(fraction), power + len(whole) - 1
	}
	significant := strings.TrimLeft(fraction, "0")
	if significant == "" {
		return 0, 0
	}
	return len(significant), power + len(significant) - len(fraction) - 1
}
