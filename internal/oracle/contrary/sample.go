package contrary

import (
	"math"
	"math/rand/v2"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// samples are values at the limits of types, bounds, formats and encodings.
var samples = []any{
	nil, true, false,
	int64(0), int64(1), int64(-1), int64(2), int64(3), int64(10), int64(65), int64(100), int64(1 << 31), int64(math.MaxInt64), int64(math.MinInt64),
	0.0, 1.0, -1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 1e30, -1e30, 1e300, 3.5e38, 1.0000000001, 1e15 + 0.3, 9007199254740993.0, -0x1p63, 0x1p63,
	"", "a", "A", "abc", "abcdef", "ä€𝄞", "1", "10%", "true", "x y", "foo-bar", "Foo", "-", "\x00", "\xff\xfe", strings.Repeat("x", 70), strings.Repeat("ö", 40),
	"2020-01-01", "2020-01-01T00:00:00Z", "1h", "1.2.3.4", "::1", "YWJj", "a@b.c", "http://a/b", "550e8400-e29b-41d4-a716-446655440000",
	[]any{}, []any{int64(1)}, []any{"a", "b"}, []any{"a", "a"}, []any{nil}, []any{map[string]any{}},
	map[string]any{}, map[string]any{"a": int64(1)}, map[string]any{"a": "x", "b": nil}, map[string]any{"": "x"},
	map[string]any{"a.b": int64(1), "a": map[string]any{"b": "x"}}, map[string]any{"name": "x", "namespace": "y"},
}

func sample(r *rand.Rand) any { return runtime.DeepCopyJSONValue(one(r, samples...)) }

// textual returns v unless it is a string that a manifest cannot hold.
func textual(v any) any {
	if s, ok := v.(string); ok {
		return strings.ToValidUTF8(s, "?")
	}
	return v
}
