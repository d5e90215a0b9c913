package format

import "strings"

// isDuration accepts what Go reads as a duration ("1h30m", "-1.5s", "0"), and
// any text in which a number is followed by the name of a unit, with or
// without space: "in 2 weeks", "x5dayz". In the second case signs, decimal
// points and all other numbers are just text, unless a number that is followed
// by any word at all is above 2⁶³-1; then the text is refused.
//
// Rule: k8s.io/kube-openapi/pkg/validation/strfmt, IsDuration.
func isDuration(s string) bool { return isGoDuration(s) || mentionsDuration(s) }

// mentionsDuration reports whether s mentions an amount of time somewhere.
func mentionsDuration(s string) (found bool) {
	for s != "" {
		n := run(s, digit)
		if n == 0 {
			s = s[1:]
			continue
		}
		number := s[:n]
		s = s[n:]
		s = s[run(s, whiteSpace):]
		n = wordLength(s)
		switch {
		case n == 0:
		case !fitsInt64(number):
			return false
		default:
			found = found || isUnit(s[:n])
		}
		s = s[n:]
	}
	return found
}

// wordLength counts the bytes of the letters, A to Z and µ, at the beginning
// of s.
func wordLength(s string) (n int) {
	for n < len(s) {
		switch {
		case is(s[n], letter):
			n++
		case strings.HasPrefix(s[n:], "\u00b5"):
			n += len("\u00b5")
		default:
			return n
		}
	}
	return n
}

func fitsInt64(number string) bool {
	const limit = "9223372036854775807"
	number = strings.TrimLeft(number, "0")
	return len(number) < len(limit) || len(number) == len(limit) && number <= limit
}

var (
	unitWords    = [...]string{"ns", "us", "\u00b5s", "ms", "s", "m", "h", "hr", "d", "w", "wk"}
	unitPrefixes = [...]string{"nano", "micro", "milli", "sec", "min", "hour", "day", "week"}
)

// isUnit accepts a unit of time in any case. The long ones only have to begin
// the word: "seconds" and "secret" are units, "hrs" and "months" are not.
func isUnit(word string) bool {
	for _, unit := range unitWords {
		if strings.EqualFold(word, unit) {
			return true
		}
	}
	for _, unit := range unitPrefixes {
		if len(word) >= len(unit) && strings.EqualFold(word[:len(unit)], unit) {
			return true
		}
	}
	return false
}
