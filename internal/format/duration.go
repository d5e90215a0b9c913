package format

import (
	"math"
	"strings"
)

// isDuration accepts what Go parses as a duration ("1h30m", "-1.5s", "0"), and any text in
// which a number is followed by the name of a unit: "in 2 weeks", "x5dayz". Signs, decimal
// points and other numbers are just text then, but a number before any word must not be
// above 2⁶³-1.
func isDuration(s string) bool { return isGoDuration(s) || mentionsDuration(s) }

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

// isUnit accepts a word in any case that begins with a long unit: "seconds" and "secret",
// not "hrs" and "months".
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

// isGoDuration reports whether [time.ParseDuration] accepts s, without its allocations.
func isGoDuration(s string) bool {
	limit := uint64(math.MaxInt64)
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			limit++
		}
		s = s[1:]
	}
	if s == "0" {
		return true
	}
	if s == "" {
		return false
	}
	var sum uint64 // may wrap around at two terms of 2⁶³, as in Go
	for s != "" {
		term, rest, ok := goTerm(s)
		if !ok {
			return false
		}
		if sum += term; sum > 1<<63 {
			return false
		}
		s = rest
	}
	return sum <= limit
}

func goTerm(s string) (nanoseconds uint64, rest string, ok bool) {
	n := run(s, digit)
	whole, ok := parseUpTo63(s[:n])
	if !ok {
		return 0, "", false
	}
	read, s := n, s[n:]
	fraction, scale := uint64(0), 1.0
	if s != "" && s[0] == '.' {
		n = run(s[1:], digit)
		fraction, scale = fractionOf(s[1 : 1+n])
		read, s = read+n, s[1+n:]
	}
	if n = strings.IndexAny(s, "."+digits); n < 0 {
		n = len(s)
	}
	unit := goUnit(s[:n])
	if read == 0 || unit == 0 || whole > 1<<63/unit {
		return 0, "", false
	}
	whole *= unit
	if fraction > 0 {
		whole += uint64(float64(fraction) * (float64(unit) / scale))
	}
	return whole, s[n:], whole <= 1<<63
}

func parseUpTo63(number string) (value uint64, ok bool) {
	for i := range len(number) {
		if value > 1<<63/10 {
			return 0, false
		}
		if value = value*10 + uint64(number[i]-'0'); value > 1<<63 {
			return 0, false
		}
	}
	return value, true
}

// fractionOf returns value / scale. Digits that do not fit an int64 are ignored.
func fractionOf(number string) (value uint64, scale float64) {
	scale = 1
	for i := range len(number) {
		if value > math.MaxInt64/10 {
			break
		}
		next := value*10 + uint64(number[i]-'0')
		if next > 1<<63 {
			break
		}
		value, scale = next, scale*10
	}
	return value, scale
}

// goUnit returns the nanoseconds of a unit, or 0. Go accepts two characters that look like
// µ.
func goUnit(name string) uint64 {
	switch name {
	case "ns":
		return 1
	case "us", "\u00b5s", "\u03bcs":
		return 1e3
	case "ms":
		return 1e6
	case "s":
		return 1e9
	case "m":
		return 60e9
	case "h":
		return 3600e9
	default:
		return 0
	}
}
