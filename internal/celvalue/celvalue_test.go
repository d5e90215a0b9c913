package celvalue

import (
	"regexp"
	"testing"
	"time"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
)

func value(t *testing.T, v any, m map[string]any) ref.Val {
	t.Helper()
	s, problems := cases.FromMap(m)
	require.Empty(t, problems)
	return new(Arena).Value(v, s)
}

func TestFormats(t *testing.T) {
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		format, text string
		want         any
	}{
		{"date", "2024-02-29", types.Timestamp{Time: day}},
		{"date-time", "2024-02-29T00:00:00Z", types.Timestamp{Time: day}},
		{"date-time", "2024-02-29T00:00:00", types.Timestamp{Time: day}},
		{"date-time", "", types.Timestamp{Time: time.Unix(0, 0).UTC()}},
		{"byte", "_-8=", types.Bytes{0xff, 0xef}},
		{"duration", "1h30m", types.Duration{Duration: 90 * time.Minute}},
		{"duration", "2 days and 3 hours", types.Duration{Duration: 51 * time.Hour}},
		{"duration", "1 fortnight 2 weekends", types.Duration{Duration: 14 * 24 * time.Hour}},
		{"uuid", "x", types.String("x")},
		{"date", "2023-02-29", nil},
		{"date-time", "2024-02-29", nil},
		{"byte", "+/8=", nil},
		{"duration", "3 moons", nil},
	} {
		got := value(t, tt.text, map[string]any{"type": "string", "format": tt.format})
		if tt.want == nil {
			assert.True(t, types.IsError(got), tt)
			continue
		}
		assert.Equal(t, tt.want, got, tt)
	}
}

func TestListsCompareAndAddByType(t *testing.T) {
	atomic := map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
	set := map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "x-kubernetes-list-type": "set"}
	keyed := map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"},
		"items": map[string]any{"type": "object", "properties": map[string]any{"k": map[string]any{"type": "string"}, "v": map[string]any{"type": "integer"}}}}
	entry := func(k string, v int64) any { return map[string]any{"k": k, "v": v} }
	for _, tt := range []struct {
		schema map[string]any
		a, b   []any
		equal  bool
		sum    int
	}{
		{atomic, []any{"a", "b"}, []any{"b", "a"}, false, 4},
		{set, []any{"a", "b"}, []any{"b", "a"}, true, 2},
		{set, []any{"a", "b"}, []any{"b", "c"}, false, 3},
		{keyed, []any{entry("a", 1), entry("b", 2)}, []any{entry("b", 2), entry("a", 1)}, true, 2},
		{keyed, []any{entry("a", 1), entry("b", 2)}, []any{entry("b", 3), entry("c", 1)}, false, 3},
	} {
		a, b := value(t, tt.a, tt.schema), value(t, tt.b, tt.schema)
		assert.Equal(t, types.Bool(tt.equal), a.Equal(b), tt)
		sum := a.(traits.Adder).Add(b)
		assert.Equal(t, types.Int(tt.sum), sum.(traits.Sizer).Size(), tt)
		assert.Equal(t, types.Int(tt.sum), sum.(traits.Adder).Add(value(t, []any{}, tt.schema)).(traits.Sizer).Size())
		assert.Equal(t, types.True, sum.Equal(sum))
	}
}

// Rules see declared fields; the others only matter if both objects have them.
func TestObjects(t *testing.T) {
	m := map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true,
		"properties": map[string]any{"a-b": map[string]any{"type": "string"}}}
	v := func(fields map[string]any) traits.Mapper { return value(t, fields, m).(traits.Mapper) }
	o := v(map[string]any{"a-b": "x", "u": int64(1)})
	found, ok := o.Find(types.String("a__dash__b"))
	assert.True(t, ok)
	assert.Equal(t, types.String("x"), found)
	_, ok = o.Find(types.String("u"))
	assert.False(t, ok)
	_, ok = v(map[string]any{"a-b": nil}).Find(types.String("a__dash__b"))
	assert.False(t, ok, "null")
	assert.Equal(t, types.True, o.Equal(v(map[string]any{"a-b": "x", "w": "y"})))
	assert.Equal(t, types.False, o.Equal(v(map[string]any{"a-b": "x", "u": "y"})))
	assert.Equal(t, types.False, o.Equal(v(map[string]any{"a-b": "x"})))
}

// Values stay valid when the arena grows.
func TestArenaGrows(t *testing.T) {
	s, _ := cases.FromMap(map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer"}})
	var a Arena
	var values []ref.Val
	for i := range 10 * largestBlock {
		values = append(values, a.Value(map[string]any{"i": int64(i)}, s))
	}
	for i, v := range values {
		require.Equal(t, types.Int(i), v.(traits.Mapper).Get(types.String("i")))
	}
	a.Reset()
	assert.Empty(t, a.objects)
}

// TestNumbersWithWords compares with the regular expression of the rule.
func TestNumbersWithWords(t *testing.T) {
	expression := regexp.MustCompile(`(\d+)\s*([A-Za-zµ]+)`)
	for _, s := range []string{
		"", "1", "1h", "1 h2m", "12 34h", "1 \t\n\f\r days and3hours", "1\v2h", "1_h 2µs3", "٣h 1\u00a0h", "\xff1\xffh2h\xff", "h1h1", "1 1 1 1x", "123abc456", "1 µ",
	} {
		var got, want [][]string
		for number, word := range numbersWithWords(s) {
			got = append(got, []string{number, word})
		}
		for _, match := range expression.FindAllStringSubmatch(s, -1) {
			want = append(want, match[1:])
		}
		assert.Equal(t, want, got, "%q", s)
	}
}
