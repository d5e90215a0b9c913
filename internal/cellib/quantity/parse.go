package quantity

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

var (
	errSyntax = errors.New("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")
	errNumber = errors.New("unable to parse numeric part of quantity")
	errSuffix = errors.New("unable to parse quantity's suffix")
)

// Parse parses a quantity: a decimal number, in which the digits before the point, after
// it or both may be missing, and one of
//
//	n u m k M G T P E   a power of 1000, from -3 to 6
//	Ki Mi Gi Ti Pi Ei   a power of 1024
//	e or E and a number a power of 10
//
// The amount is an int64 with a scale if it has up to 18 digits, none below 10^-9. With a
// power of 1024 it must be without a point and have few digits: 11 for Ki, 3 less for
// each further suffix and none for Pi and Ei. Any other amount is a decimal, rounded away
// from zero to 9 places and, with a power of 1024, limited to 2^63-1.
//
// Rule: k8s.io/apimachinery/pkg/api/resource, ParseQuantity.
func Parse(s string) (Amount, error) {
	if s == "" {
		return Amount{}, errSyntax
	}
	p, err := split(s)
	if err != nil {
		return Amount{}, err
	}
	power, ok := parseSuffix(p.suffix)
	if !ok {
		return Amount{}, errSuffix
	}
	if a, ok := p.small(power); ok {
		return a, nil
	}
	return p.large(power)
}

type parts struct {
	negative        bool
	whole, fraction string // digits; whole without leading zeros
	hasDigits       bool   // at least one, zeros included
	suffix          string
}

func split(s string) (parts, error) {
	p := parts{negative: s[0] == '-'}
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
	}
	digits, rest := cutDigits(s)
	p.whole = strings.TrimLeft(digits, "0")
	if after, ok := strings.CutPrefix(rest, "."); ok {
		p.fraction, rest = cutDigits(after)
	}
	p.hasDigits = digits != "" || p.fraction != ""
	p.suffix = rest
	end := strings.TrimLeft(rest, "eEinumkKMGTP")
	if end != "" && (end[0] == '-' || end[0] == '+') {
		end = end[1:]
	}
	if _, end = cutDigits(end); end != "" {
		return parts{}, errSyntax
	}
	return p, nil
}

func cutDigits(s string) (digits, rest string) {
	rest = strings.TrimLeft(s, "0123456789")
	return s[:len(s)-len(rest)], rest
}

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
		return power{10, int32(n)}, err == nil // truncated to 32 bits, as by the server
	}
	if suffix == "" {
		return power{10, 0}, true
	}
	i := strings.Index("num kMGTPE", suffix)
	return power{10, int32(i-3) * 3}, i >= 0 && len(suffix) == 1
}

func (p *parts) small(factor power) (Amount, bool) {
	whole, multiplier, scale := p.whole, int64(1), int32(0)
	if whole == "" {
		whole = "0"
	}
	room := 18 - len(whole) - len(p.fraction)
	if factor.base == 10 {
		scale = factor.exponent - int32(len(p.fraction))
	} else {
		multiplier = 1 << factor.exponent
		room = 14 - len(whole) - int(factor.exponent)*3/10
	}
	if room < 0 || scale < -9 || factor.base == 2 && p.fraction != "" {
		return Amount{}, false
	}
	n, err := strconv.ParseInt(whole+p.fraction, 10, 64)
	if err != nil || n > math.MaxInt64/multiplier {
		return Amount{}, false
	}
	if p.negative {
		n = -n
	}
	return Amount{value: n * multiplier, scale: scale}, true
}

func (p *parts) large(factor power) (Amount, error) {
	if !p.hasDigits {
		return Amount{}, errNumber
	}
	places := int32(len(p.fraction))
	if factor.base == 10 {
		places -= factor.exponent
	}
	d := newDecimal(p.whole+p.fraction, -int64(places))
	d.places = int64(places)
	if factor.base == 2 {
		d = d.doubled(uint(factor.exponent))
	}
	if d.digits != "" {
		d = d.roundedUp(9)
	}
	if factor.base == 2 && d.compare(largest) > 0 {
		capped := *largest
		d = &capped
	}
	d.negative = p.negative
	return Amount{decimal: d}, nil
}

var largest = newDecimal("9223372036854775807", 0)
