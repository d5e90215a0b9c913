package quantity

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
)

// TestParse expects the sign of a quantity, its value if it is an integer, and its
// value as a float64; or an error.
func TestParse(t *testing.T) {
	cases.Run(t, "testdata/parse.yaml", []string{"text", "error", "sign", "integer", "float"}, func(t *testing.T, c cases.Case) {
		a, err := Parse(c.Text(t, "text"))
		if c.Has("error") {
			require.EqualError(t, err, c.Text(t, "error"))
			return
		}
		require.NoError(t, err)
		assert.EqualValues(t, c.Value("sign"), a.Sign())
		n, ok := a.Integer()
		assert.Equal(t, c.Has("integer"), ok)
		if ok {
			assert.Equal(t, c.Value("integer"), n)
		}
		assert.Equal(t, c.Text(t, "float"), strconv.FormatFloat(a.Float(), 'g', -1, 64))
	})
}

func exact(a Amount) *big.Rat {
	d := a.asDecimal()
	digits := d.digits
	if digits == "" {
		digits = "0"
	}
	n, _ := new(big.Int).SetString(digits, 10)
	if d.negative {
		n.Neg(n)
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(d.exponent, -d.exponent)), nil)
	if d.exponent < 0 {
		return new(big.Rat).SetFrac(n, power)
	}
	return new(big.Rat).SetInt(n.Mul(n, power))
}

func FuzzArithmetic(f *testing.F) {
	for _, seed := range []string{"0", "1", "-1.5", ".", "1Ki", "7.5Ei", "1e30", "-12345678901234567890.123456789", "999999999999999999", "1n", "1e-12", "0.0000000001Mi"} {
		f.Add(seed, "1")
		f.Add("-3k", seed)
	}
	f.Fuzz(func(t *testing.T, s, u string) {
		a, err := Parse(s)
		if err != nil {
			return
		}
		b, err := Parse(u)
		if err != nil || wide(a) || wide(b) {
			return
		}
		x, y := exact(a), exact(b)
		assert.Equal(t, x.Sign(), a.Sign())
		assert.Equal(t, x.Cmp(y), a.Compare(b))
		assert.Equal(t, y.Cmp(x), b.Compare(a))
		sum, err := a.Add(b)
		require.NoError(t, err)
		assert.Zero(t, new(big.Rat).Add(x, y).Cmp(exact(sum)), "%s + %s", s, u)
		difference, err := a.Sub(b)
		require.NoError(t, err)
		assert.Zero(t, new(big.Rat).Sub(x, y).Cmp(exact(difference)), "%s - %s", s, u)
		if n, ok := a.Integer(); ok {
			assert.Zero(t, x.Cmp(new(big.Rat).SetInt64(n)))
		}
		assert.Zero(t, a.Decimal().Compare(a))
		again, err := sum.Sub(b)
		require.NoError(t, err)
		assert.Zero(t, again.Compare(a), "%s + %s - %s", s, u, u)
	})
}

// wide reports whether an amount has too many digits for rational numbers.
func wide(a Amount) bool {
	d := a.asDecimal()
	return d.top() > 4000 || d.exponent < -4000 || d.exponent > 4000
}

func TestSubtractingTheSmallestInteger(t *testing.T) {
	difference, err := Of(1).Sub(Of(math.MinInt64))
	require.NoError(t, err)
	n, ok := difference.Integer()
	assert.True(t, ok)
	assert.Equal(t, int64(math.MinInt64+1), n)
}

func TestHostile(t *testing.T) {
	start := time.Now()
	huge, err := Parse("12345678901234567890e2000000000")
	require.NoError(t, err)
	larger, err := Parse("1e2000000020")
	require.NoError(t, err)
	tiny, err := Parse("-1.5e-2000000000")
	require.NoError(t, err)
	zero, err := Parse("0e2000000000")
	require.NoError(t, err)
	long, err := Parse(strings.Repeat("9", 3<<20))
	require.NoError(t, err)
	point, err := Parse("0." + strings.Repeat("9", 3<<20))
	require.NoError(t, err)

	ascending := []Amount{tiny, zero, point, long, huge, larger}
	for i, a := range ascending {
		for j, b := range ascending {
			assert.Equal(t, min(max(i-j, -1), 1), a.Compare(b), "%d and %d", i, j)
		}
	}
	assert.True(t, math.IsInf(huge.Float(), 1))
	assert.Equal(t, -1e-9, tiny.Float())
	assert.True(t, math.IsNaN(zero.Float()), "zero times infinity")
	assert.Equal(t, 1.0, point.Float())
	n, ok := zero.Integer()
	assert.True(t, ok)
	assert.Zero(t, n)
	for _, a := range []Amount{huge, larger, long} {
		_, err = a.Add(tiny)
		assert.EqualError(t, err, "quantities have too many digits to be added")
		_, err = tiny.Sub(a)
		assert.EqualError(t, err, "quantities have too many digits to be added")
		sum, err := a.Add(Amount{})
		require.NoError(t, err)
		assert.Zero(t, sum.Compare(a))
	}
	assert.Less(t, time.Since(start), 5*time.Second)
}
