package decode

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work/worktest"
)

func printed(n Node) string {
	var parts []string
	for _, c := range n.Children {
		name := ""
		if n.Type == Object {
			name = strconv.Quote(c.Name) + ": "
		}
		parts = append(parts, name+printed(c.Node))
	}
	switch n.Type {
	case Array:
		return "[" + strings.Join(parts, ", ") + "]"
	case Object:
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return strings.TrimSpace(n.Type.String() + " " + n.Text)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		" null\n":                       "null",
		`true`:                          "bool true",
		`false`:                         "bool false",
		"\"a\xff\\u00e4\\ud800\"":       "string a\ufffdä\ufffd",
		`-0`:                            "number -0",
		`1e400`:                         "number 1e400",
		`100.0`:                         "number 100.0",
		`[]`:                            "[]",
		`{}`:                            "{}",
		`{"b":[1,null],"a":{},"b":"x"}`: `{"b": [number 1, null], "a": {}, "b": string x}`,
		`{"":{"\u0061":1,"a":2}}`:       `{"": {"a": number 1, "a": number 2}}`,
		"\ufeff{}":                      "",
		``:                              "",
		`{"a":1,}`:                      "",
		strings.Repeat("[", 10001) + strings.Repeat("]", 10001): "",
	} {
		n, ok := parsed([]byte(text))
		assert.Equal(t, want != "", ok, "%.50s", text)
		if ok {
			assert.Equal(t, want, printed(n))
		}
	}
}

func TestNodeOf(t *testing.T) {
	value := map[string]any{"b": []any{int64(-1), 1.0, 1e30, 0.5, nil, true, "a\xff"}, "a": map[string]any{}}
	assert.Equal(t, `{"a": {}, "b": [number -1, number 1.0, number 1e+30, number 0.5, null, bool true, string a`+"\ufffd"+`]}`, printed(NodeOf(value)))
}

// The last of repeated fields is kept; a number that is too large is an error, even
// if it is not kept.
func TestNodeValue(t *testing.T) {
	n, ok := parsed([]byte(`{"a":1,"b":[-0,1e2,1.0,9223372036854775808],"a":"x"}`))
	require.True(t, ok)
	value, err := n.Value(nil)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": "x", "b": []any{int64(0), 100.0, 1.0, 9223372036854775808.0}}, value)
	n, _ = parsed([]byte(`{"a":[1e400,2e400],"a":[-1e309]}`))
	value, err = n.Value(nil)
	assert.EqualError(t, err, "json: cannot unmarshal number 1e400 into Go value of type float64")
	assert.Equal(t, map[string]any{"a": []any{"-1e309"}}, value)
}

// FuzzNode compares the nodes of texts with the nodes of the values that JSON returns.
func FuzzNode(f *testing.F) {
	for _, seed := range []string{
		`null`, `{"b":1,"a":[1.5,1e2,-0,true,null,""]}`, `{"a":1,"a":{"b":[{}]},"":"\u2028<>&"}`, `[1e400]`, "\"\xff\\ud800\"", `9223372036854775808`, `{"kind":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n, ok := parsed(text)
		require.Equal(t, json.Valid(text), ok)
		doc, err := jsonOf(text)
		if !ok || err != nil {
			if _, tooLarge := n.Value(nil); ok {
				assert.EqualError(t, tooLarge, err.(*Error).Err.Error())
			}
			return
		}
		value, err := n.Value(nil)
		require.NoError(t, err)
		require.Equal(t, doc.Value, value)

		canonical, err := json.Marshal(value) // turns 1.0 into 1
		require.NoError(t, err)
		doc, err = jsonOf(canonical)
		require.NoError(t, err)
		canonical, err = json.Marshal(doc.Value) // turns -0 into 0
		require.NoError(t, err)
		n, ok = parsed(canonical)
		require.True(t, ok)
		require.Equal(t, printed(n), printed(NodeOf(doc.Value)))
	})
}

// The largest bodies take time and memory proportional to their size.
func TestHostileNodes(t *testing.T) {
	for name, text := range map[string]string{
		"deep":     strings.Repeat(`{"a":`, 9999) + "1" + strings.Repeat("}", 9999),
		"wide":     "[" + strings.Repeat("0,", bodyLimit/2-1) + "0]",
		"lists":    "[" + strings.Repeat("[],", bodyLimit/3-1) + "0]",
		"repeated": `{` + strings.Repeat(`"":0,`, bodyLimit/5-1) + `"":0}`,
		"numbers":  fmt.Sprint("[", strings.Repeat("9", bodyLimit), "]"),
	} {
		bytes := worktest.Allocated(func() {
			n, ok := parsed([]byte(text))
			assert.True(t, ok, name)
			_, _ = n.Value(nil)
		})
		assert.Less(t, bytes, uint64(700<<20), name)
	}
}
