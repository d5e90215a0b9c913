package structural_test

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// converted returns v after IntegersFromFloats.
func converted(t *testing.T, v any) any {
	out, err := structural.IntegersFromFloats(map[string]any{"v": v})
	require.NoError(t, err)
	return out["v"]
}

func TestIntegersFromFloats(t *testing.T) {
	for _, tt := range []struct{ in, want any }{
		{0.0, int64(0)}, {math.Copysign(0, -1), int64(0)}, {1.0, int64(1)}, {-3.0, int64(-3)}, {1e3, int64(1000)},
		{0.5, 0.5}, {-1.25, -1.25}, {5e-324, 5e-324}, {4503599627370495.5, 4503599627370495.5},
		{float64(1<<53 - 1), int64(1<<53 - 1)}, {float64(1 << 53), int64(1 << 53)}, {1e18, int64(1e18)},
		{math.Nextafter(1<<63, 0), int64(1<<63 - 1024)}, {float64(1 << 63), float64(1 << 63)}, {1e19, 1e19},
		{float64(math.MinInt64), int64(math.MinInt64)}, {math.Nextafter(-1<<63, -1e30), math.Nextafter(-1<<63, -1e30)},
		{math.MaxFloat64, math.MaxFloat64}, {math.Inf(1), math.Inf(1)}, {math.Inf(-1), math.Inf(-1)},
		{nil, nil}, {true, true}, {"1", "1"}, {int64(1), int64(1)}, {float32(1), float32(1)}, {json.Number("1"), json.Number("1")},
		{[]any{1.0, []any{1.5, map[string]any{"a": 2.0}}}, []any{int64(1), []any{1.5, map[string]any{"a": int64(2)}}}},
		{map[string]any(nil), nil}, {[]any(nil), nil},
	} {
		assert.Equal(t, tt.want, converted(t, tt.in), "%T %v", tt.in, tt.in)
	}
	assert.True(t, math.IsNaN(converted(t, math.NaN()).(float64)))
	none, err := structural.IntegersFromFloats[map[string]any](nil)
	assert.NoError(t, err)
	assert.Nil(t, none)
}

// FuzzIntegersFromFloats checks that exactly those floats are converted that an integer
// literal can become, and that literals of up to 53 bits get their value back.
func FuzzIntegersFromFloats(f *testing.F) {
	for _, n := range []int64{0, -1, 1 << 53, 1<<53 + 1, -1<<53 - 1, math.MaxInt64, math.MaxInt64 - 511, math.MaxInt64 - 512, math.MinInt64} {
		f.Add(n, 0.5)
	}
	f.Add(int64(1), math.NaN())
	f.Add(int64(1), 1e300)
	f.Fuzz(func(t *testing.T, n int64, x float64) {
		literal, err := json.Marshal(n)
		require.NoError(t, err)
		var decoded float64
		require.NoError(t, json.Unmarshal(literal, &decoded))
		switch got := converted(t, decoded).(type) {
		case int64:
			assert.InDelta(t, 0, float64(got-n), math.Abs(float64(n))/(1<<53))
			assert.True(t, got == n || n > 1<<53 || n < -1<<53)
		case float64:
			assert.Equal(t, float64(1<<63), got)
			assert.Greater(t, n, int64(math.MaxInt64-512))
		}
		if got, isInteger := converted(t, x).(int64); isInteger {
			exact, _ := new(big.Float).SetInt64(got).Float64()
			assert.True(t, exact == x && big.NewFloat(x).IsInt(), "%v became %d", x, got)
		} else if !math.IsNaN(x) && !math.IsInf(x, 0) && big.NewFloat(x).IsInt() {
			_, accuracy := big.NewFloat(x).Int64()
			assert.NotEqual(t, big.Exact, accuracy, "%v is an int64", x)
		}
	})
}

// Values that json.Unmarshal has decoded become the values of the server's decoder.
func TestIntegersFromFloatsInvertsUnmarshal(t *testing.T) {
	g := generate.New(16)
	for range 300 {
		want, err := structural.IntegersFromFloats(g.Schema(generate.Hostile)) // 1.0 is written as 1
		require.NoError(t, err)
		text, err := json.Marshal(want)
		require.NoError(t, err)
		var decoded map[string]any
		require.NoError(t, json.Unmarshal(text, &decoded))
		before := structural.Clone(decoded)
		got, err := structural.IntegersFromFloats(decoded)
		require.NoError(t, err)
		require.Equal(t, before, decoded, "the argument changed")
		again, err := json.Marshal(got)
		require.NoError(t, err)
		require.Equal(t, rounded(want), got, "%s\n%s", text, again)
	}
}

// rounded returns v with the integers that a float64 cannot hold rounded as a float64.
func rounded(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			out[name] = rounded(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = rounded(e)
		}
		return out
	case int64:
		if f := float64(v); f < 1<<63 {
			return int64(f)
		}
		return float64(v)
	default:
		return v
	}
}

func TestIntegersFromFloatsShares(t *testing.T) {
	kept, list := map[string]any{"a": int64(1), "b": 0.5}, []any{1.0}
	obj := map[string]any{"kept": kept, "list": list}
	got, err := structural.IntegersFromFloats(obj)
	require.NoError(t, err)
	assert.Equal(t, []any{1.0}, list)
	assert.Equal(t, []any{int64(1)}, got["list"])
	assert.True(t, sameMap(kept, got["kept"].(map[string]any)))

	var again map[string]any
	assert.Zero(t, testing.AllocsPerRun(10, func() { again, _ = structural.IntegersFromFloats(got) }))
	assert.True(t, sameMap(got, again))
}

func TestIntegersFromFloatsIsBounded(t *testing.T) {
	cyclic := map[string]any{"n": 1.0}
	cyclic["a"] = []any{cyclic}
	_, err := structural.IntegersFromFloats(cyclic)
	assert.EqualError(t, err, "not a JSON value: nested deeper than 10000 levels, or cyclic")
	_, err = structural.IntegersFromFloats(map[string]any{"v": nested(structural.MaxDepth - 1)})
	assert.NoError(t, err)
	_, err = structural.IntegersFromFloats(map[string]any{"v": nested(structural.MaxDepth)})
	assert.Error(t, err)
	var bomb any = 1.0
	for range 100 {
		bomb = []any{bomb, bomb}
	}
	_, err = structural.IntegersFromFloats(map[string]any{"v": bomb})
	assert.EqualError(t, err, "not a JSON value: more than 1048576 values in maps and lists that it holds more than once")
}
