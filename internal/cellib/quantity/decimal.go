package quantity

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// decimal is an immutable number of any size, kept in decimal digits: what a
// quantity does with it takes time linear in the length of what was written,
// however large the exponent.
type decimal struct {
	negative bool
	digits   string // no zeros at either end; empty is zero
	exponent int64  // the number is digits × 10^exponent
	// places is how many digits after the point the server holds this number
	// with; it shows in float only.
	places int64
}

// widest is how many digits a sum may have.
const widest = 10_000

var errWide = errors.New("quantities have too many digits to be added")

// newDecimal is digits × 10^exponent, where digits may have a sign in front.
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

// float rounds the number without its point, and then what it is with it.
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

// significant is how many digits can decide how a number is rounded, at most.
const significant = 800

// withoutPoint is what the server's digits stand for, infinity if it is too much.
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

// top is the power of ten above the first digit.
func (d *decimal) top() int64 { return int64(len(d.digits)) + d.exponent }

func (d *decimal) compare(e *decimal) int {
	s, t := d.sign(), e.sign()
	if s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	return s * d.compareSize(e)
}

// compareSize compares what is not zero, signs aside.
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
		if high-low > widest {
			return nil, errWide
		}
		sum = *newDecimal(combine(d.expand(low, high), e.expand(low, high), d.negative == e.negative), low)
		sum.negative = d.negative
	}
	sum.places = max(d.places, e.places)
	return &sum, nil
}

// expand writes the digits at the powers of ten from high down to low.
func (d *decimal) expand(low, high int64) []byte {
	out := slices.Repeat([]byte{'0'}, int(high-low))
	copy(out[high-d.top():], d.digits)
	return out
}

// combine adds the digits of b to those of a, or takes them away: then b is not
// larger.
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

// doubled is d × 2^n, n up to 60.
func (d *decimal) doubled(n uint) *decimal {
	for n > 0 {
		step := min(n, 30)
		d = d.times(1 << step)
		n -= step
	}
	return d
}

// times multiplies with a factor of up to 2^30.
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

// roundedUp has no more than places digits after the point and is rounded away
// from zero.
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
