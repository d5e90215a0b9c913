package document_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// A value that is not JSON is an error with its path, never a panic.
func TestEncodeYAMLOfOtherValues(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["a"] = []any{cyclic}
	var deep any
	for range structural.MaxDepth + 1 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{
		"channel":         make(chan int),
		"function":        func() {},
		"complex":         complex(1, 2),
		"NaN":             math.NaN(),
		"infinity":        float32(math.Inf(1)),
		"nil pointer":     (*int)(nil),
		"pointer":         new(int),
		"struct":          struct{ a int }{1},
		"map of others":   map[any]any{1: 2},
		"list of others":  []chan int{nil},
		"typed nil error": (*structural.Error)(nil),
	} {
		text, err := document.EncodeYAML(t.Context(), map[string]any{"a": []any{"b", v}})
		var bad *structural.NotJSONError
		require.ErrorAs(t, err, &bad, name)
		assert.Equal(t, "a[1]", bad.Path.String(), name)
		assert.Empty(t, text, name)
	}
	for name, v := range map[string]any{"cyclic": cyclic, "deep": deep} {
		_, err := document.EncodeYAML(t.Context(), v)
		assert.ErrorAs(t, err, new(*structural.NotJSONError), name)
	}
}

// Go numbers of all types and bytes that are no UTF-8 can be encoded.
func TestEncodeYAMLOfNumbers(t *testing.T) {
	text, err := document.EncodeYAML(t.Context(), map[string]any{"a": uint64(math.MaxUint64), "b": int8(-1), "c": float32(0.1), "d": "\xff", "e": map[string]any(nil)})
	require.NoError(t, err)
	assert.Equal(t, "a: 18446744073709551615\nb: -1\nc: 0.1\nd: !!binary /w==\ne: {}\n", string(text))
}

// A call whose context is done returns its error and nothing else.
func TestDecodingLooksAtTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	json, yaml := []byte(`{"a": [1, {"b": "c"}]}`), []byte("a: [1, {b: c}]\n---\nd: e\n")
	doc, err := document.DecodeJSON(ctx, json)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, doc)
	docs, err := document.DecodeYAML(ctx, yaml)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, docs)
	text, err := document.EncodeYAML(ctx, map[string]any{"a": "b"})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, text)
	for _, contentType := range []string{"application/json", "application/yaml"} {
		positions, err := document.PositionsOf(ctx, json, contentType)
		assert.ErrorIs(t, err, context.Canceled)
		assert.Nil(t, positions)
	}
	_, err = crdschema.CompileYAML(ctx, yaml)
	assert.ErrorIs(t, err, context.Canceled)
}
