package attack

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
)

// hostile returns values that are not JSON, or JSON that nobody expects.
func hostile() []any {
	type private struct{ X any }
	number := 7
	return []any{
		nil, true, "", "x", "\xff\xfe", "a/b/c", strings.Repeat("ä", 5000),
		0, int64(math.MinInt64), uint64(math.MaxUint64), -1.5, math.NaN(), math.Inf(1), math.Copysign(0, -1),
		json.Number("garbage"), json.Number("1e999999999"), json.Number(""), json.RawMessage("{"),
		complex(1, 2), make(chan int), func() {}, private{1}, &private{2}, &number, (*int)(nil), (*private)(nil),
		time.Time{}, time.Unix(1<<60, 0), map[any]any{1: 2}, map[string]string{"a": "b"}, []string{"a"}, []byte("a"),
		obj(nil), obj{}, []any(nil), []any{}, []any{nil}, obj{"": nil}, cyclic(), []any{cyclic()},
		deep(5_100), shared(8),
	}
}

// someHostile returns few of them: for places where all would be too many.
func someHostile() []any {
	return []any{nil, "\xff", int64(7), math.NaN(), make(chan int), map[any]any{1: 2}, obj{}, []any{nil}, cyclic(), (*int)(nil)}
}

func deep(n int) any {
	return nest(n, nil, func(v any) any { return obj{"a": []any{v}} })
}

// damaged returns copies of m, each with one value inside replaced by a hostile one.
func damaged(m obj, by []any) []obj {
	var out []obj
	for _, v := range by {
		spoilEach(m, v, func(spoiled any) { out = append(out, spoiled.(obj)) })
	}
	return out
}

// spoilEach calls yield with copies of v. Each copy has one replaced value.
func spoilEach(v, by any, yield func(any)) {
	switch v := v.(type) {
	case obj:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inner := v[name]
			replaced := func(inner any) any {
				out := obj{}
				for n, other := range v {
					out[n] = other
				}
				return with(out, name, inner)
			}
			yield(replaced(by))
			spoilEach(inner, by, func(inner any) { yield(replaced(inner)) })
		}
	case []any:
		for i, inner := range v {
			replaced := func(inner any) any {
				out := append([]any{}, v...)
				out[i] = inner
				return out
			}
			yield(replaced(by))
			spoilEach(inner, by, func(inner any) { yield(replaced(inner)) })
		}
	}
}

// texts are hostile values of parameters of type string.
var texts = []any{
	"", "v1", "v2", "\xff", "a", "e.io/v1", "a/b/c", "/", "1.37", "{}", "a=b", "a in (b", "status", ".spec", "$ref", "*/*;q=x",
	strings.Repeat("x", 10_000), strings.Repeat("(", 1000), strings.Repeat(",", 1000),
}

// bodies are hostile values of parameters of type []byte.
var bodies = []string{
	"{}", "[", "\xff", "null", "a: &a [*a]", "{\"a\":1e999}", "---\n---\n", strings.Repeat("[", 20_000), strings.Repeat("a: ", 1000), "\x00",
	`[{"op":"add","path":"/a/-","value":1}]`, "apiVersion: e.io/v1\nkind: A\nmetadata: {name: a}\nl: [{}]",
}

// scalars returns hostile values of a type with the kind of a number, text or bool.
func scalars(t reflect.Type) (out []reflect.Value) {
	for _, v := range append([]any{true, 1, -1, 1 << 20, math.MaxInt64, math.MinInt64, math.NaN(), math.Inf(-1), uint64(math.MaxUint64)}, texts...) {
		if value := reflect.ValueOf(v); sameKind(value.Kind(), t.Kind()) {
			out = append(out, value.Convert(t))
		}
	}
	return out
}

// sameKind reports whether values of the two kinds are both numbers, texts or booleans.
func sameKind(a, b reflect.Kind) bool {
	number := func(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }
	return a == b && (a == reflect.Bool || a == reflect.String) || number(a) && number(b)
}
