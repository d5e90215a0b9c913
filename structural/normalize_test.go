package structural_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

func TestNormalizeConverts(t *testing.T) {
	for _, tt := range []struct{ in, want any }{
		{nil, nil}, {true, true}, {"x", "x"}, {int64(1), int64(1)}, {1.5, 1.5},
		{1, int64(1)}, {int8(-1), int64(-1)}, {int16(1), int64(1)}, {int32(1), int64(1)},
		{uint(1), int64(1)}, {uint8(1), int64(1)}, {uint16(1), int64(1)}, {uint32(1), int64(1)}, {uint64(1), int64(1)},
		{uint64(math.MaxInt64), int64(math.MaxInt64)}, {uint64(math.MaxInt64) + 1, 9223372036854775808.0},
		{float32(0.1), 0.1},
		{json.Number("1"), int64(1)}, {json.Number("-0"), int64(0)}, {json.Number("1.0"), 1.0}, {json.Number("1e2"), 100.0},
		{json.Number("9223372036854775808"), 9223372036854775808.0},
		{map[string]any(nil), nil}, {[]any(nil), nil},
		{[]any{1, []any{uint8(2)}}, []any{int64(1), []any{int64(2)}}},
		{map[string]any{"a": []any(nil)}, map[string]any{"a": nil}},
	} {
		got, err := structural.Normalize(tt.in)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got, "%T %v", tt.in, tt.in)
	}
}

func TestNormalizeRefuses(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["a"] = []any{cyclic}
	self := []any{nil}
	self[0] = self
	for _, tt := range []struct {
		in   any
		want string
	}{
		{math.NaN(), "not a JSON value: the number NaN"},
		{math.Inf(-1), "not a JSON value: the number -Inf"},
		{float32(math.Inf(1)), "not a JSON value: the number +Inf"},
		{json.Number("1e999"), "not a JSON value: the number 1e999"},
		{json.Number(""), "not a JSON value: the number "},
		{json.Number("NaN"), "not a JSON value: the number NaN"},
		{struct{}{}, "not a JSON value: the Go type struct {}"},
		{[]string{"a"}, "not a JSON value: the Go type []string"},
		{map[string]string{}, "not a JSON value: the Go type map[string]string"},
		{map[any]any{}, "not a JSON value: the Go type map[interface {}]interface {}"},
		{new(int), "not a JSON value: the Go type *int"},
		{complex(1, 1), "not a JSON value: the Go type complex128"},
		{func() {}, "not a JSON value: the Go type func()"},
		{map[string]any{"a": []any{0, map[string]any{"b.c": 'x', "d": make(chan int)}}}, "a[1].d: not a JSON value: the Go type chan int"},
		{cyclic, "not a JSON value: nested deeper than 10000 levels, or cyclic"},
		{self, "not a JSON value: nested deeper than 10000 levels, or cyclic"},
	} {
		got, err := structural.Normalize(tt.in)
		assert.Nil(t, got)
		assert.EqualError(t, err, tt.want)
		var not *structural.NotJSONError
		assert.True(t, errors.As(err, &not))
	}
}

// nested returns a value of n nested maps and lists.
func nested(n int) any {
	var v any
	for i := range n {
		if i%2 == 0 {
			v = []any{v}
		} else {
			v = map[string]any{"a": v}
		}
	}
	return v
}

func TestNormalizeBoundsDepth(t *testing.T) {
	_, err := structural.Normalize(nested(structural.MaxDepth))
	assert.NoError(t, err)
	_, err = structural.Normalize(nested(structural.MaxDepth + 1))
	assert.Error(t, err)
}

// The number of values is bounded, too: the values of a list that is too short to be
// remembered are counted wherever it is.
func TestNormalizeBoundsValues(t *testing.T) {
	short := make([]any, 14)
	const each = 15                                                   // values, with the list itself
	most := slices.Repeat([]any{short}, (structural.MaxNodes-1)/each) // the rest is divisible
	_, err := structural.Normalize(most)
	assert.NoError(t, err)
	_, err = structural.Normalize(append(most, nil))
	assert.EqualError(t, err, "not a JSON value: more than 16777216 values")
}

// A value that refers to the same lists many times is small in memory and very
// large for a walk.
func TestNormalizeBoundsRepetition(t *testing.T) {
	var bomb any = "x"
	for range 100 {
		bomb = []any{bomb, bomb}
	}
	_, err := structural.Normalize(bomb)
	assert.EqualError(t, err, "not a JSON value: more than 1048576 values in maps and lists that it holds more than once")
	_, problems := cases.FromMap(map[string]any{"default": bomb})
	assert.Equal(t, []string{"<nil>: not a JSON value: more than 1048576 values in maps and lists that it holds more than once"}, problems.Texts())
}

func TestNormalizeLeavesNormalValues(t *testing.T) {
	g := generate.New(5)
	for range 50 {
		m := g.Schema(generate.Hostile)
		before := structural.Clone(m)
		var got any
		allocs := testing.AllocsPerRun(5, func() { got, _ = structural.Normalize(m) })
		assert.Zero(t, allocs)
		require.True(t, sameMap(m, got.(map[string]any)), "not the same map")
		require.Equal(t, before, m)
	}
}

// sameMap reports whether two maps are identical.
func sameMap(a, b map[string]any) bool {
	const probe = "\x00probe"
	a[probe] = true
	_, found := b[probe]
	delete(a, probe)
	return found
}

func TestNormalizeSharesWhatIsNormal(t *testing.T) {
	normal := map[string]any{"a": int64(1)}
	in := map[string]any{"n": normal, "l": []any{normal, 1}}
	before := maps.Clone(in)
	out, err := structural.Normalize(in)
	require.NoError(t, err)
	got := out.(map[string]any)
	assert.False(t, sameMap(in, got))
	assert.True(t, sameMap(normal, got["n"].(map[string]any)))
	assert.True(t, sameMap(normal, got["l"].([]any)[0].(map[string]any)))
	assert.Equal(t, before, in, "the input was written to")
}

func TestCloneSharesNothing(t *testing.T) {
	for _, v := range []any{
		nil, "x", int64(1), 1.5, true, []any{}, map[string]any{},
		map[string]any{"a": []any{map[string]any{"b": nil}, []any{}, "x"}},
	} {
		c := structural.Clone(v)
		assert.Equal(t, v, c)
		before := structural.Clone(v)
		spoil(c)
		assert.Equal(t, before, v)
	}
	assert.Nil(t, structural.Clone[any](nil))
	assert.Nil(t, structural.Clone(map[string]any(nil)))
	assert.NotNil(t, structural.Clone(map[string]any{}))
}

func TestEqual(t *testing.T) {
	values := []any{
		nil, false, true, "", "1", int64(0), int64(1), 0.0, 1.0, []any{}, []any{nil}, []any{int64(1)}, []any{1.0}, []any{int64(1), int64(2)},
		map[string]any{}, map[string]any{"a": nil}, map[string]any{"b": nil}, map[string]any{"a": int64(1)}, map[string]any{"a": 1.0},
		map[string]any{"a": nil, "b": nil}, map[string]any{"a": map[string]any{"a": []any{}}},
	}
	for i, a := range values {
		for j, b := range values {
			assert.Equal(t, i == j, structural.Equal(a, structural.Clone(b)), "%#v %#v", a, b)
		}
	}
	assert.False(t, structural.Equal([]string{}, []string{}), "not normalised")
	assert.False(t, structural.Equal("a", []string{}), "not normalised")
}

func TestEqualAllocatesNothing(t *testing.T) {
	a, b := any(object(t, every)), any(object(t, every))
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		if !structural.Equal(a, b) {
			t.Error("not equal")
		}
	}))
}

// Values that Normalize accepts are cloned and compared; others are not, but exhaust no stack.
func TestDepthOfCloneAndEqual(t *testing.T) {
	cases.SmallStack(t)
	legal, deep := cases.Nested(structural.MaxDepth), cases.Nested(structural.MaxDepth+1)
	assert.True(t, structural.Equal(structural.Clone(legal), legal))
	assert.False(t, structural.Equal(deep, cases.Nested(structural.MaxDepth+1)))
	const message = "structural.Clone: not a JSON value: nested deeper than 10000 levels, or cyclic"
	assert.PanicsWithError(t, message, func() { structural.Clone(deep) })
	for kind, v := range cases.Endless() {
		assert.False(t, structural.Equal(v, cases.Endless()[kind]))
		assert.PanicsWithError(t, message, func() { structural.Clone(v) })
		_, _, err := structural.FromMap(t.Context(), map[string]any{"default": v}, structural.WithNormalizedInput())
		cases.RequireTooDeep(t, err)
	}
}

// Maps that are held very many times do not make Clone and Equal run on.
func TestSizeOfCloneAndEqual(t *testing.T) {
	a, b := any("x"), any("x")
	for range 60 {
		a, b = map[string]any{"a": a, "b": a}, map[string]any{"a": b, "b": b}
	}
	assert.False(t, structural.Equal(a, b))
	const message = "structural.Clone: not a JSON value: more than 16777216 values"
	copied := worktest.Allocated(func() { assert.PanicsWithError(t, message, func() { structural.Clone(a) }) })
	assert.Less(t, copied, uint64(64<<20), "the elements are counted before most are copied")
}

// A value of more elements than Clone copies before it counts them is copied whole.
func TestCloneOfManyElements(t *testing.T) {
	list := make([]any, 1000)
	for i := range list {
		list[i] = map[string]any{"a": int64(i), "l": make([]any, 300)}
	}
	clone := structural.Clone(list)
	assert.True(t, structural.Equal(list, clone))
	list[999].(map[string]any)["a"] = "other"
	assert.False(t, structural.Equal(list, clone))
}
