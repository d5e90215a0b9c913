package decode

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work/worktest"
)

// TestMemoryOfYAML bounds what is allocated for each byte of texts with very many small
// values. A map with one field takes 340 bytes alone, and a node of the parser 112.
func TestMemoryOfYAML(t *testing.T) {
	for text, limit := range map[string]uint64{
		"a: b, ":  215, // was 312
		"{a: 1},": 175, // was 260
		"[],":     150,
		"a,":      200,
	} {
		body := []byte("x: [" + strings.Repeat(text, 200_000/len(text)) + "]")
		got := worktest.Allocated(func() {
			_, err := yamlOf(body)
			require.NoError(t, err)
		})
		assert.Less(t, got/uint64(len(body)), limit, text)
	}
}

// TestMemoryOfEncode bounds what is allocated for each value in a list that is encoded, of
// which the library keeps 200 bytes to the end.
func TestMemoryOfEncode(t *testing.T) {
	list := make([]any, 200_000)
	for i := range list {
		list[i] = int64(1)
	}
	got := worktest.Allocated(func() {
		_, err := Encode(t.Context(), list)
		require.NoError(t, err)
	})
	assert.Less(t, got/uint64(len(list)), uint64(900))
}

// Every call looks at its context in proportion to the text, and returns nothing but the
// error of a context that is done.
func TestCallsLookAtTheContext(t *testing.T) {
	json := []byte("[" + strings.Repeat(`{"a":[1,"b"]},`, 20_000) + "1]")
	yaml := []byte("a: [" + strings.Repeat("b: [c, {d: 1}],", 20_000) + "1]\n")
	for name, call := range map[string]func(ctx context.Context) (any, error){
		"JSON":           func(ctx context.Context) (any, error) { d, err := JSON(ctx, json); return d.Value, err },
		"YAML":           func(ctx context.Context) (any, error) { d, err := YAML(ctx, yaml); return d.Value, err },
		"a stream":       func(ctx context.Context) (any, error) { d, err := Stream(ctx, yaml); return d, err },
		"nodes":          func(ctx context.Context) (any, error) { n, err := Parse(ctx, json); return n.Children, err },
		"JSON positions": func(ctx context.Context) (any, error) { return SourceOf(json, MediaJSON).Positions(ctx) },
		"YAML positions": func(ctx context.Context) (any, error) { return SourceOf(yaml, MediaYAML).Positions(ctx) },
		"a JSON body":    func(ctx context.Context) (any, error) { b, err := ReadBody(ctx, yaml, MediaYAML); return b.JSON, err },
		"a merge patch":  func(ctx context.Context) (any, error) { return MergePatchFields(ctx, json) },
	} {
		ctx := worktest.EndAfter(1 << 20)
		_, err := call(ctx)
		if name != "a merge patch" { // which must be an object
			require.NoError(t, err, name)
		}
		looks := ctx.Looks()
		assert.Greater(t, looks, 10, name)
		for _, left := range []int{0, 1, looks / 2, looks - 1} {
			got, err := call(worktest.EndAfter(left))
			assert.ErrorIs(t, err, context.Canceled, name)
			assert.Empty(t, got, name)
		}
	}
}
