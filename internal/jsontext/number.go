package jsontext

import "github.com/seed95800270/crdschema/internal/work"

// numberSteps are the steps of a number with an exponent of three digits. Near the largest and
// the smallest float64, package strconv calculates with hundreds of digits, for about 30 µs.
const numberSteps = 300

// CountNumber counts the conversion of a number that is not an integer. w may be nil.
func CountNumber(w *work.Tracker, literal string) {
	if w != nil && HasLargeExponent(literal) {
		w.Step(numberSteps)
	}
}

// HasLargeExponent reports whether a number ends with an exponent of three or more digits.
func HasLargeExponent(number string) bool {
	digits := 0
	for i := len(number) - 1; i >= 0; i-- {
		switch c := number[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c == 'e' || c == 'E':
			return digits >= 3
		case c != '+' && c != '-':
			return false
		}
	}
	return false
}
