package quantity

import (
	"cmp"
	"math"
	"strconv"
)

// Amount is the number of a quantity, in one of the two forms.
//
// Rule: k8s.io/apimachinery/pkg/api/resource, Quantity.
type Amount struct {
	value   int64    // × 10^scale
	scale   int32    // -9 or more
	decimal *decimal // the number, if it is not value × 10^scale
}

// Of returns an integer as an amount.
func Of(n int64) Amount { return Amount{value: n} }

// Decimal returns a in the second form.
func (a Amount) Decimal() Amount { return Amount{decimal: a.asDecimal()} }

// IsDecimal reports whether a has the second form.
func (a Amount) IsDecimal() bool { return a.decimal != nil }

func (a Amount) asDecimal() *decimal {
	if a.decimal != nil {
		return a.decimal
	}
	d := newDecimal(strconv.FormatInt(a.value, 10), int64(a.scale))
	d.places = -int64(a.scale)
	return d
}

// Sign returns -1, 0 or 1.
func (a Amount) Sign() int {
	if a.decimal != nil {
		return a.decimal.sign()
	}
	return cmp.Compare(a.value, 0)
}

// Integer returns the number as an int64, and whether it is an integer. Numbers
// with a negative scale and decimals are not, whatever their value.
func (a Amount) Integer() (int64, bool) {
	if a.decimal != nil || a.scale < 0 {
		return 0, false
	}
	return timesPower10(a.value, int64(a.scale))
}

// Float returns a float64. It rounds the value and the power of ten before it multiplies
// them.
func (a Amount) Float() float64 {
	if a.decimal != nil {
		return a.decimal.float()
	}
	if a.scale == 0 {
		return float64(a.value)
	}
	return float64(a.value) * math.Pow10(int(a.scale))
}

// Compare returns -1, 0 or 1.
func (a Amount) Compare(b Amount) int {
	if a.decimal == nil && b.decimal == nil {
		if x, y, _, ok := aligned(a, b); ok {
			return cmp.Compare(x, y)
		}
	}
	return a.asDecimal().compare(b.asDecimal())
}

// Add returns the sum, or an error if it has more than 10,000 digits.
func (a Amount) Add(b Amount) (Amount, error) {
	if a.decimal == nil && b.decimal == nil {
		if sum, ok := a.addInt64(b); ok {
			return sum, nil
		}
	}
	sum, err := a.asDecimal().add(b.asDecimal())
	return Amount{decimal: sum}, err
}

// Sub returns the difference. The negation of an int64 overflows as in Go: subtracting the
// smallest one adds it.
func (a Amount) Sub(b Amount) (Amount, error) {
	if a.decimal == nil && b.decimal == nil {
		if sum, ok := a.addInt64(Amount{value: -b.value, scale: b.scale}); ok {
			return sum, nil
		}
	}
	difference, err := a.asDecimal().add(b.asDecimal().negated())
	return Amount{decimal: difference}, err
}

func (a Amount) addInt64(b Amount) (Amount, bool) {
	switch {
	case b.value == 0:
		return a, true
	case a.value == 0:
		return b, true
	}
	x, y, scale, ok := aligned(a, b)
	sum := x + y
	overflow := x > 0 && y > 0 && sum < 0 || x < 0 && y < 0 && sum >= 0
	return Amount{value: sum, scale: scale}, ok && !overflow
}

func aligned(a, b Amount) (x, y int64, scale int32, ok bool) {
	if a.scale < b.scale {
		y, ok = timesPower10(b.value, int64(b.scale)-int64(a.scale))
		return a.value, y, a.scale, ok
	}
	x, ok = timesPower10(a.value, int64(a.scale)-int64(b.scale))
	return x, b.value, b.scale, ok
}

func timesPower10(n, power int64) (int64, bool) {
	for ; power > 0 && n != 0; power-- {
		if n > math.MaxInt64/10 || n < math.MinInt64/10 {
			return 0, false
		}
		n *= 10
	}
	return n, true
}
