package decode_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
)

func ExampleEncode() {
	text, err := decode.Encode(context.Background(), map[string]any{"spec": map[string]any{"on": "yes", "n": int64(1), "f": 0.5}, "kind": "Widget"})
	fmt.Println(err)
	fmt.Print(string(text))
	// Output:
	// <nil>
	// kind: Widget
	// spec:
	//   f: 0.5
	//   "n": 1
	//   "on": "yes"
}

func TestEncodeRoundTrip(t *testing.T) {
	for _, value := range []any{
		nil, true, "", "null", "yes", "1", "1.0", "0x1f", "1e3", "2001-01-01", "~", "<<", "=", "- a", "a: b", "# c", "é\u2028\x7f\x00\ufeff",
		"line\nline\n\n", " a ", "\ttab\n", int64(-1 << 63), int64(1<<63 - 1), 0.5, 1e300, -1.5e-7,
		[]any{}, map[string]any{}, []any{[]any{nil}}, map[string]any{strings.Repeat("k", 3000): "v", "": []any{map[string]any{"a": "b"}}},
	} {
		text, err := decode.Encode(context.Background(), value)
		require.NoError(t, err)
		back, err := decode.YAML(context.Background(), text)
		require.NoError(t, err, "%s", text)
		assert.Equal(t, value, back.Value, "%s", text)
	}
}

func TestEncodeDeep(t *testing.T) {
	for depth, lines := range map[int]int{100: 100, 101: 1, 9000: 1} {
		var value any = "a&b"
		for range depth {
			value = map[string]any{"a": value}
		}
		text, err := decode.Encode(context.Background(), value)
		require.NoError(t, err)
		assert.Equal(t, lines, strings.Count(string(text), "\n"))
		assert.Contains(t, string(text), "a&b")
		back, err := decode.YAML(context.Background(), text)
		require.NoError(t, err)
		assert.Equal(t, value, back.Value)
	}
}
