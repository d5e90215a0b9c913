package validation

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

var edges = []float64{
	0, math.Copysign(0, -1), 1, 0.5, 1.0000000001, 1.0000000015, 1.00000001, 1e-300, 2.9999999999, 1e9 + 0.3, 1e12 + 0.3, 1e12 + 0.7,
	math.MaxInt32, math.MaxInt32 + 1, math.MaxInt32 + 0.5,
	1<<53 - 1, 1 << 53, 1<<53 + 2, 1 << 62, 1 << 63, 1e19, 1e30,
	math.MaxFloat32, roundsToFloat32, math.MaxFloat64, math.Inf(1), math.NaN(),
}

func withNeighbors(floats []float64) []float64 {
	var out []float64
	for _, f := range floats {
		for _, f := range []float64{f, math.Nextafter(f, 0), math.Nextafter(f, math.Inf(1))} {
			out = append(out, f, -f)
		}
	}
	return out
}

// The server prints a number and parses it again to decide whether it is in
// range.
func TestNumberLimitAllowsWhatParses(t *testing.T) {
	for _, f := range withNeighbors(edges) {
		text := strconv.FormatFloat(f, 'f', -1, 64)
		_, err64 := strconv.ParseInt(text, 10, 64)
		_, err32 := strconv.ParseInt(text, 10, 32)
		_, errFloat := strconv.ParseFloat(text, 32)
		assert.Equal(t, err64 == nil, int64Limit.allowsFloat(f), "int64 %s", text)
		assert.Equal(t, err32 == nil, int32Limit.allowsFloat(f), "int32 %s", text)
		assert.Equal(t, errFloat == nil, float32Limit.allowsFloat(f), "float %s", text)
		assert.True(t, noLimit.allowsFloat(f))
	}
	assert.True(t, int64Limit.allowsInteger(math.MaxInt64))
	assert.True(t, int32Limit.allowsInteger(math.MinInt32))
	assert.False(t, int32Limit.allowsInteger(math.MaxInt32+1))
}

// countsAsInteger follows the server's definition since 1.36, step by step.
func countsAsInteger(f float64) bool {
	if math.IsNaN(f) || math.IsInf(f, 0) || f < -(1<<53-1) || f > 1<<53-1 {
		return false
	}
	rounded := math.Round(f)
	if f == rounded {
		return true
	}
	return rounded != 0 && math.Abs(f-rounded) < 1e-9*math.Abs(rounded)
}

func countedAsInteger(f float64) bool {
	if math.IsNaN(f) || math.IsInf(f, 0) || f < -(1<<53-1) || f > 1<<53-1 {
		return false
	}
	if f == math.Trunc(f) {
		return true
	}
	if f < 1 { // rounded down to zero, or by a conversion to an unsigned integer
		return false
	}
	below := float64(uint64(f))
	return math.Abs(f-below)/math.Min(math.Abs(f)+math.Abs(below), math.MaxFloat64) < 1e-9
}

func TestTypeOfFloat(t *testing.T) {
	seen := map[typeSet]int{}
	for _, f := range withNeighbors(edges) {
		got := typeOfFloat(f)
		assert.Equal(t, countsAsInteger(f), got&typeRule{}.integral() != 0, f)
		assert.Equal(t, countedAsInteger(f), got&typeRule{early: true}.integral() != 0, f)
		assert.Equal(t, countsAsInteger(f) && f == math.Trunc(f), got == integralType, f)
		seen[got]++
	}
	assert.Len(t, seen, 5)
}

func TestTruncate(t *testing.T) {
	for f, want := range map[float64]int64{
		1.9: 1, -1.9: -1, -0x1p63: math.MinInt64, 0x1p62: 1 << 62,
		0x1p63: math.MinInt64, 1e30: math.MinInt64, -1e30: math.MinInt64, math.Inf(1): math.MinInt64,
	} {
		assert.Equal(t, want, truncate(f), f)
	}
	assert.Equal(t, int64(math.MinInt64), truncate(math.NaN()))
}

func TestNaNIsWithinAllBounds(t *testing.T) {
	r := anyNumber
	r.setMaximum(1, true)
	r.setMinimum(2, true)
	assert.True(t, r.validFloat(math.NaN()))
	r.setMultipleOf(3, typeRule{}.integral())
	assert.False(t, r.validFloat(math.NaN()))
}
