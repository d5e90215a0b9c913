package quantity

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

type decimal struct {
	negative bool
	digits   string // without zeros at either end; empty for zero
	exponent int64  // the number is digits × 10^exponent
	// places is the number of digits after the point that the server keeps. It only
	// matters to float.
	places int64
}

const maxDigits = 10_000

var errTooManyDigits = errors.New("quantities have too many digits to be added")

func newDecimal(digits string, exponent int64) *decimal {
	d := &decimal{negative: strings.HasPrefix(digits, "-")}
	digits = strings.TrimLeft(strings.TrimLeft(digits, "+-"), "0")
	d.digits = strings.TrimRight(digits, "0")
	d.exponent = exponent + int64(len(digits)-len(d.digits))
	return d
}

func (d *decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

func (d *decimal) negated() *decimal {
	minus := *d
	minus.negative = !d.negative
	return &minus
}

// float rounds twice: the digits as a whole number, and then the product with a power of
// ten.
func (d *decimal) float() float64 {
	whole := d.withoutPoint()
	if d.negative && whole != 0 {
		whole = -whole
	}
	if d.places == 0 {
		return whole
	}
	return whole * math.Pow10(int(-d.places))
}

// significant is the number of leading digits that determine the rounding, apart from whether
// more follow.
const significant = 800

// withoutPoint returns the digits that the server keeps as a whole number, or infinity if
// it is too large.
func (d *decimal) withoutPoint() float64 {
	if d.digits == "" {
		return 0
	}
	digits, exponent := d.digits, d.exponent+d.places
	if cut := len(digits) - significant; cut > 0 {
		digits, exponent = digits[:significant]+"1", exponent+int64(cut)-1
	}
	f, _ := strconv.ParseFloat(digits+"e"+strconv.FormatInt(exponent, 10), 64)
	return f
}

func (d *decimal) top() int64 { return int64(len(d.digits)) + d.exponent }

func (d *decimal) compare(e *decimal) int {
	s, t := d.sign(), e.sign()
	if s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	return s * d.compareSize(e)
}

func (d *decimal) compareSize(e *decimal) int {
	return cmp.Or(cmp.Compare(d.top(), e.top()), strings.Compare(d.digits, e.digits))
}

func (d *decimal) add(e *decimal) (*decimal, error) {
	if d.digits == "" || e.digits != "" && d.compareSize(e) < 0 {
		d, e = e, d
	}
	sum := *d
	if e.digits != "" {
		low, high := min(d.exponent, e.exponent), d.top()
		if high-low > maxDigits {
			return nil, errTooManyDigits
		}
		sum = *newDecimal(combine(d.expand(low, high), e.expand(low, high), d.negative == e.negative), low)
		sum.negative = d.negative
	}
	sum.places = max(d.places, e.places)
	return &sum, nil
}

func (d *decimal) expand(low, high int64) []byte {
	out := slices.Repeat([]byte{'0'}, int(high-low))
	copy(out[high-d.top():], d.digits)
	return out
}

// combine returns the digits of a + b, or of a - b if add is false and b is not
// greater than a. It modifies a.
func combine(a, b []byte, add bool) string {
	sign := -1
	if add {
		sign = 1
	}
	carry := 0
	for i := len(a) - 1; i >= 0; i-- {
		digit := int(a[i]-'0') + sign*int(b[i]-'0') + carry
		carry = 0
		if digit > 9 {
			digit, carry = digit-10, 1
		} else if digit < 0 {
			digit, carry = digit+10, -1
		}
		a[i] = byte('0' + digit)
	}
	if carry > 0 {
		return "1" + string(a)
	}
	return string(a)
}

// doubled returns d × 2^n, for n up to 60.
func (d *decimal) doubled(n uint) *decimal {
	for n > 0 {
		step := min(n, 30)
		d = d.times(1 << step)
		n -= step
	}
	return d
}

// times returns d × factor, for a factor up to 2^30.
func (d *decimal) times(factor uint64) *decimal {
	out := make([]byte, len(d.digits)+10)
	carry := uint64(0)
	for i := len(out) - 1; i >= 0; i-- {
		if j := i - 10; j >= 0 {
			carry += uint64(d.digits[j]-'0') * factor
		}
		out[i] = byte('0' + carry%10)
		carry /= 10
	}
	product := newDecimal(string(out), d.exponent)
	product.negative, product.places = d.negative, d.places
	return product
}

func (d *decimal) roundedUp(places int64) *decimal {
	rounded := *d
	rounded.places = places
	if -d.exponent <= places || d.digits == "" {
		return &rounded
	}
	kept := d.digits[:max(0, int64(len(d.digits))+d.exponent+places)]
	up := newDecimal(combine([]byte("0"+kept), []byte(strings.Repeat("0", len(kept))+"1"), true), -places)
	up.negative, up.places = d.negative, places
	return up
}
