package decode

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// largeValue returns a value of many maps and lists, some of them larger than a part.
func largeValue(r *rand.Rand, size, depth int) any {
	if size <= 1 || depth == 0 {
		return []any{nil, true, int64(-1), 0.5, "yes", "a: b", "x\ny\n", " é\xff", strings.Repeat("word ", 40), uint64(1 << 63), map[string]any{}, []any{}, map[string]any(nil), ""}[r.IntN(14)]
	}
	n := 1 + r.IntN(6)
	if r.IntN(3) == 0 {
		n = min(size, 3000)
	}
	list, object := []any{}, map[string]any{}
	for i := range n {
		v := largeValue(r, (size-1)/n, depth-1)
		list = append(list, v)
		object[[]string{fmt.Sprint("k", i), fmt.Sprint(i), strings.Repeat("k", 126) + fmt.Sprint(i), fmt.Sprintf("%03d\n", i), fmt.Sprint("é\xff", i)}[r.IntN(5)]] = v
	}
	if r.IntN(2) == 0 {
		return list
	}
	return object
}

// A value that is encoded in parts has the text that the library writes for the whole.
func TestEncodeParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	long := strings.Repeat("long ", 100_000)
	values := []any{long, []any{long, long, []any{long}}, map[string]any{"a": long, long: map[string]any{"b": long, "c": []any{long, long}}}}
	random := 60
	if testing.Short() { // with the race detector, a second each
		random = 10
	}
	for range random {
		values = append(values, largeValue(r, r.IntN(20_000), 1+r.IntN(8)))
	}
	parts := 0
	for i, v := range values {
		if !isPart(v) {
			parts++
		}
		want, err := goyaml.Marshal(v)
		require.NoError(t, err)
		got, err := Encode(t.Context(), v)
		require.NoError(t, err)
		require.True(t, string(want) == string(got), "value %d: %s", i, firstDifference(string(want), string(got)))
	}
	assert.Greater(t, parts, random/6)
}

func firstDifference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("at %d want %.200q got %.200q", i, a[max(0, i-50):], b[min(len(b), max(0, i-50)):])
}

// Names are compared in the order in which the library writes them.
func FuzzCompareNames(f *testing.F) {
	for _, seed := range [][2]string{{"a1", "a10"}, {"a01", "a1"}, {"a100", "a1000"}, {"a10b", "a1b"}, {"é", "z"}, {"\xff", "\ufffd"}, {"-", "0"}, {"a", ""}, {"٣", "3"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if a == b || string([]rune(a)) == string([]rune(b)) {
			return
		}
		text, err := goyaml.Marshal(map[string]int{a: 1, b: 2})
		require.NoError(t, err)
		ordered := goyaml.MapSlice{{Key: a, Value: 1}, {Key: b, Value: 2}}
		if compareNames(a, b) > 0 {
			ordered[0], ordered[1] = ordered[1], ordered[0]
		}
		want, err := goyaml.Marshal(ordered)
		require.NoError(t, err)
		require.Equal(t, string(text), string(want))
	})
}

// The context is looked at while a large value of any shape is encoded, so that no part is
// large.
func TestEncodeLooksAtTheContext(t *testing.T) {
	const n = 50 * maxPart
	object, list, deep := map[string]any{}, make([]any, n), any(nil)
	for i := range n {
		object[fmt.Sprint(i)] = nil
		list[i] = int64(1)
	}
	for range maxBlockDepth - 1 {
		deep = []any{deep, list[:n/50], deep}[:2]
	}
	for name, v := range map[string]any{"object": object, "list": list, "inside": []any{nil, map[string]any{"a": list}}, "deep": deep} {
		ctx := worktest.EndAfter(1 << 20)
		_, err := Encode(ctx, v)
		require.NoError(t, err)
		looks := ctx.Looks()
		assert.Greater(t, looks, 15, name)
		end := looks - 1
		if name == "object" { // sorting looks at it once for some comparisons, and their number depends on the order
			end = looks / 2
		}
		text, err := Encode(worktest.EndAfter(end), v)
		assert.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, text)
	}
}
