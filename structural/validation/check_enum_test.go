package validation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

func TestValueKey(t *testing.T) {
	pool := []any{
		nil, true, false, int64(0), int64(1), int64(-1), 0.0, math.Copysign(0, -1), 1.0, "", "1", "a\x00b",
		[]any{}, []any{nil}, []any{[]any{}}, []any{"a", "b"}, []any{"ab"}, []any{"a", []any{"b"}},
		map[string]any{}, map[string]any{"a": nil}, map[string]any{"a": "b"}, map[string]any{"a": map[string]any{}, "b": int64(1)},
	}
	g := generate.New(1)
	for range 200 {
		v := g.JSON()
		pool = append(pool, v, structural.Clone(v))
	}
	for _, v := range pool {
		for _, w := range pool {
			assert.Equal(t, structural.Equal(v, w), valueKey(nil, v) == valueKey(nil, w), "%v %v", v, w)
		}
	}
}
