package decode

import (
	"bytes"

	"github.com/seed95800270/crdschema/internal/work"
)

// stepsOfExponent are the steps of a number with an exponent of three or more digits:
// parsers take up to 30 µs for one, without a break. More than 1,024 exceed the default
// budget.
const stepsOfExponent = 1 << 17

func countNumbers(w *work.Tracker, text []byte) bool {
	n := 0
	for i, c := range text {
		if c|0x20 == 'e' && i > 0 && inNumber(text[i-1]) && endsNumber(text[:i]) && beginsExponent(text[i+1:]) {
			n++
		}
	}
	return w.Spend(n*stepsOfExponent, "numbers with large exponents")
}

// endsNumber reports whether text ends with digits that do not follow a letter. Parsers
// ignore underscores, and UTF-16 has zeros.
func endsNumber(text []byte) bool {
	rest := bytes.TrimRight(text, "0123456789._\x00")
	return len(rest) < len(text) && (len(rest) == 0 || !isLetter(rest[len(rest)-1]))
}

// inNumber reports whether endsNumber may be true of a text that ends with c. Most letters follow others.
func inNumber(c byte) bool { return '0' <= c && c <= '9' || c == '.' || c == '_' || c == 0 }

func beginsExponent(text []byte) bool {
	rest := bytes.TrimLeft(text, "+-0123456789_\x00")
	digits := 0
	for _, c := range text[:len(text)-len(rest)] {
		if '0' <= c && c <= '9' {
			digits++
		}
	}
	return digits >= 3 && (len(rest) == 0 || !isLetter(rest[0]))
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
