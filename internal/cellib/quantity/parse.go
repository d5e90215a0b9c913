package quantity

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

var (
	errForm   = errors.New("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
	errNumber = errors.New("unable to parse numeric part of quantity")
	errSuffix = errors.New("unable to parse quantity's suffix")
)

// Parse reads a quantity: a decimal number, whose digits may be missing on either
// side of the point or on both, and one of
//
//	n u m k M G T P E   a power of 1000, from -3 to 6
//	Ki Mi Gi Ti Pi Ei   a power of 1024
//	e or E and a number a power of 10
//
// The amount is an int64 with a scale if it has up to 18 digits and nothing
// smaller than 10^-9; with a power of 1024 if it has no point and few digits, 11
// for Ki, 3 less for every next one and none at all for Pi and Ei. Any other one
// is a decimal, rounded away from zero to 9 places, and with a power of 1024 at
// most 2^63-1.
//
// Rule: k8s.io/apimachinery/pkg/api/resource, ParseQuantity.
func Parse(s string) (Amount, error) {
	if s == "" {
		return Amount{}, errForm
	}
	w, err := split(s)
	if err != nil {
		return Amount{}, err
	}
	power, ok := parseSuffix(w.suffix)
	if !ok {
		return Amount{}, errSuffix
	}
	if a, ok := w.small(power); ok {
		return a, nil
	}
	return w.large(power)
}

// written is a quantity cut into its parts.
type written struct {
	negative        bool
	whole, fraction string // digits, zeros in front of whole cut off
	hasDigits       bool   // at least one, zeros included
	suffix          string
}

// split cuts without a look at which suffixes there are.
func split(s string) (written, error) {
	w := written{negative: s[0] == '-'}
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	digits, rest := cutDigits(s)
	w.whole = strings.TrimLeft(digits, "0")
	if after, ok := strings.CutPrefix(rest, "."); ok {
		w.fraction, rest = cutDigits(after)
	}
	w.hasDigits = digits != "" || w.fraction != ""
	w.suffix = rest
	end := strings.TrimLeft(rest, "eEinumkKMGTP")
	if end != "" && (end[0] == '-' || end[0] == '+') {
		end = end[1:]
	}
	if _, end = cutDigits(end); end != "" {
		return written{}, errForm
	}
	return w, nil
}

func cutDigits(s string) (digits, rest string) {
	rest = strings.TrimLeft(s, "0123456789")
	return s[:len(s)-len(rest)], rest
}

// power is what a number is multiplied with.
type power struct {
	base     int // 2 or 10
	exponent int32
}

func parseSuffix(suffix string) (power, bool) {
	if letter, ok := strings.CutSuffix(suffix, "i"); ok {
		i := strings.Index("KMGTPE", letter)
		return power{2, int32(i+1) * 10}, i >= 0 && len(letter) == 1
	}
	if len(suffix) > 1 && (suffix[0] == 'e' || suffix[0] == 'E') {
		n, err := strconv.ParseInt(suffix[1:], 10, 64)
		return power{10, int32(n)}, err == nil // the server cuts it to 32 bits, too
	}
	if suffix == "" {
		return power{10, 0}, true
	}
	i := strings.Index("num kMGTPE", suffix)
	return power{10, int32(i-3) * 3}, i >= 0 && len(suffix) == 1
}

// small is the amount as an int64 with a scale, if it has few enough digits.
func (w *written) small(p power) (Amount, bool) {
	whole, factor, scale := w.whole, int64(1), int32(0)
	if whole == "" {
		whole = "0"
	}
	room := 18 - len(whole) - len(w.fraction)
	if p.base == 10 {
		scale = p.exponent - int32(len(w.fraction))
	} else {
		factor = 1 << p.exponent
		room = 14 - len(whole) - int(p.exponent)*3/10
	}
	if room < 0 || scale < -9 || p.base == 2 && w.fraction != "" {
		return Amount{}, false
	}
	n, err := strconv.ParseInt(whole+w.fraction, 10, 64)
	if err != nil || n > math.MaxInt64/factor {
		return Amount{}, false
	}
	if w.negative {
		n = -n
	}
	return Amount{value: n * factor, scale: scale}, true
}

// large is the amount as a decimal.
func (w *written) large(p power) (Amount, error) {
	if !w.hasDigits {
		return Amount{}, errNumber
	}
	places := int32(len(w.fraction))
	if p.base == 10 {
		places -= p.exponent
	}
	d := newDecimal(w.whole+w.fraction, -int64(places))
	d.places = int64(places)
	if p.base == 2 {
		d = d.doubled(uint(p.exponent))
	}
	if d.digits != "" {
		d = d.roundedUp(9)
	}
	if p.base == 2 && d.compare(largest) > 0 {
		capped := *largest
		d = &capped
	}
	d.negative = w.negative
	return Amount{decimal: d}, nil
}

var largest = newDecimal("9223372036854775807", 0)
