package wire_test

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/wire"
)

// The words are those of the decoder itself.
func TestJSONType(t *testing.T) {
	for text, v := range map[string]any{
		`true`: true, `"a"`: "a", `1`: int64(1), `1.5`: 1.5, `[]`: []any{}, `{}`: map[string]any{},
	} {
		var target chan int
		err := json.Unmarshal([]byte(text), &target)
		assert.EqualError(t, err, wire.WrongType(wire.JSONType(v), "chan int"), text)
		var wrong *json.UnmarshalTypeError
		assert.True(t, errors.As(err, &wrong), text)
		assert.Equal(t, wrong.Value, wire.JSONType(v), text)
	}
	assert.Equal(t, "null", wire.JSONType(nil))
}

func TestNumber(t *testing.T) {
	for text, v := range map[string]any{
		"300": int64(300), "1.5": 1.5, "1.0": 1.0, "300.0": 300.0, "1e+30": 1e30,
	} {
		var target struct {
			F uint8 `json:"f"`
		}
		err := json.Unmarshal([]byte(`{"f":`+text+`}`), &target)
		assert.EqualError(t, err, wire.WrongFieldType(wire.Number(v), ".f", "uint8"), text)
	}
}

// An excerpt is the beginning of the JSON text.
func TestExcerptIsJSON(t *testing.T) {
	wide, texts := map[string]any{}, map[string]any{}
	for i := range 10_000 {
		wide[strconv.Itoa(i*7919%10_000)] = nil
		texts["<"+strconv.Itoa(i)] = "<\xff&\u2028"
	}
	list := []any{}
	for range 5000 {
		list = append(list, map[string]any{}, []any{}, 1.5, true, "", nil)
	}
	for _, v := range []any{wide, texts, list, []any{wide, list}, strings.Repeat("\u20ac<\xff", 20<<10), map[string]any{"": []any(nil), "m": map[string]any(nil)}, nil, 1e300} {
		text := wire.JSON(v)
		assert.Equal(t, text[:min(len(text), 16<<10)], wire.Excerpt(v))
	}
}

// Go values that are not JSON have excerpts, too: cyclic ones, and those that contain the same
// map very many times.
func TestExcerptOfGoValues(t *testing.T) {
	cyclic := map[string]any{"a": int64(1)}
	cyclic["self"] = []any{cyclic}
	assert.Len(t, wire.Excerpt(cyclic), 16<<10)
	assert.True(t, strings.HasPrefix(wire.Excerpt(cyclic), `{"a":1,"self":[{"a":1,"self":[{`))
	shared := map[string]any{}
	for range 100 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	assert.Len(t, wire.Excerpt(shared), 16<<10)
	assert.Equal(t, `{"a":float64,"b":chan int,"c":"x"}`, wire.Excerpt(map[string]any{"a": math.NaN(), "b": make(chan int), "c": "x"}))
}

func TestExcerpt(t *testing.T) {
	assert.Equal(t, `{"a":1,"b":"x"}`, wire.Excerpt(map[string]any{"b": "x", "a": int64(1)}))
	assert.Len(t, wire.Excerpt(strings.Repeat("x", 20<<10)), 16<<10)
	assert.Equal(t, "func()", wire.Excerpt(func() {}))
	assert.Equal(t, "a\ufffdb", wire.ValidUTF8("a\xffb"))
}
