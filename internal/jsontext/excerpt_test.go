package jsontext_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/jsontext"
)

// An excerpt is the beginning of the JSON text.
func TestExcerptIsJSON(t *testing.T) {
	wide, quoted := map[string]any{}, map[string]any{}
	for i := range 10_000 {
		wide[strconv.Itoa(i*7919%10_000)] = nil
		quoted["<"+strconv.Itoa(i)] = "<\xff&\u2028"
	}
	list := []any{}
	for range 5000 {
		list = append(list, map[string]any{}, []any{}, 1.5, true, "", nil)
	}
	for _, v := range []any{wide, quoted, list, []any{wide, list}, strings.Repeat("\u20ac<\xff", 20<<10), map[string]any{"": []any(nil), "m": map[string]any(nil)}, nil, 1e300} {
		text := jsontext.Of(v)
		assert.Equal(t, text[:min(len(text), 16<<10)], jsontext.Excerpt(v))
	}
}

// Go values that are not JSON have excerpts, too: cyclic ones, and those that contain the same
// map very many times.
func TestExcerptOfGoValues(t *testing.T) {
	cyclic := map[string]any{"a": int64(1)}
	cyclic["self"] = []any{cyclic}
	assert.Len(t, jsontext.Excerpt(cyclic), 16<<10)
	assert.True(t, strings.HasPrefix(jsontext.Excerpt(cyclic), `{"a":1,"self":[{"a":1,"self":[{`))
	shared := map[string]any{}
	for range 100 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	assert.Len(t, jsontext.Excerpt(shared), 16<<10)
	assert.Equal(t, `{"a":float64,"b":chan int,"c":"x"}`, jsontext.Excerpt(map[string]any{"a": math.NaN(), "b": make(chan int), "c": "x"}))
}

func TestExcerpt(t *testing.T) {
	assert.Equal(t, `{"a":1,"b":"x"}`, jsontext.Excerpt(map[string]any{"b": "x", "a": int64(1)}))
	assert.Len(t, jsontext.Excerpt(strings.Repeat("x", 20<<10)), 16<<10)
	assert.Equal(t, "func()", jsontext.Excerpt(func() {}))
	assert.Equal(t, "a\ufffdb", jsontext.ValidUTF8("a\xffb"))
}
