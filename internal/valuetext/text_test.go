package valuetext_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/valuetext"
)

// TestGoText compares what is printed with what fmt prints.
func TestGoText(t *testing.T) {
	values := []any{
		nil, map[string]any(nil), []any(nil), []any{nil, []any{}, map[string]any{}}, "a b", 1.0, 1e21, 1e-7, true, int64(-1), int32(3),
		map[string]any{"": "", "b": []any{"x", "y"}, "a": map[string]any{"z": nil, "y": 2.5}}, []string{"a"}, map[string]int{"b": 1, "a": 2},
	}
	for seed := range uint64(300) {
		g := generate.New(seed)
		values = append(values, g.Object(g.Schema(generate.Valid), generate.Hostile))
	}
	for _, v := range values {
		assert.Equal(t, fmt.Sprint(v), valuetext.GoText(v))
		assert.Equal(t, fmt.Sprintf("%#v", []any{v}), valuetext.GoSyntax([]any{v})) // fmt prints nil alone as <nil>
	}
}

// A value that contains itself is printed as its type.
func TestGoTextOfCycle(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	assert.Equal(t, "map[string]interface {}", valuetext.GoText(cyclic))
	assert.Equal(t, "map[string]interface {}", valuetext.GoSyntax(cyclic))
}

// A value that is not measured to its end is as large as all errors may be.
func TestSizeOf(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	assert.Equal(t, 4*10_001+10_000, valuetext.SizeOf(cyclic))
	assert.Equal(t, 4+4+1+4+2, valuetext.SizeOf([]any{map[string]any{"a": "bc"}}))
	assert.Equal(t, 4<<20, valuetext.SizeOf(make([]any, 2<<20)))
}
