package format

import (
	"math"
	"strings"
)

// isGoDuration reports whether [time.ParseDuration] reads s. That function
// itself would allocate an error for each text that is not one.
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
	var sum uint64 // may wrap around at two terms of 2⁶³, and so it does in Go
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

// goTerm reads a number with a unit, up to 2⁶³ nanoseconds.
func goTerm(s string) (nanoseconds uint64, rest string, ok bool) {
	n := run(s, digit)
	whole, ok := atMost63(s[:n])
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

// atMost63 is the value of a number, if that is up to 2⁶³.
func atMost63(number string) (value uint64, ok bool) {
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

// fractionOf returns the number behind a decimal point as value / scale. The
// digits that an int64 has no room for are left out.
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

// goUnit is a unit of Go's durations in nanoseconds, or 0. There are two
// characters that look like µ.
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
