package typedjson_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/typedjson"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

func TestAppend(t *testing.T) {
	cases.Run(t, "testdata/append.yaml", []string{"object", "want"}, func(t *testing.T, c cases.Case) {
		w := work.Start(context.Background(), "encoding")
		text, err := typedjson.Append(w, []byte("x"), c.Object(t, "object"))
		require.NoError(t, err)
		assert.Equal(t, "x"+c.Text(t, "want"), string(text))
		indented, err := typedjson.Indent(w, text[1:])
		require.NoError(t, err)
		want, err := json.MarshalIndent(json.RawMessage(text[1:]), "", "  ")
		require.NoError(t, err)
		assert.Equal(t, string(want), string(indented))
	})
}

// TestHostile checks that objects that hold themselves and deep ones end with an error, typed or not.
func TestHostile(t *testing.T) {
	cases.SmallStack(t)
	for _, v := range cases.Endless() {
		for _, obj := range []map[string]any{{"a": v}, {"apiVersion": "v1", "kind": "Status", "details": v}} {
			_, err := typedjson.Append(work.Start(context.Background(), "encoding"), nil, obj)
			cases.RequireTooDeep(t, err)
		}
	}
	_, err := typedjson.Append(work.Start(context.Background(), "encoding"), nil, map[string]any{"apiVersion": "v1", "kind": "Status", "details": map[string]any{"causes": []any{make(chan int)}}})
	require.Error(t, err)
}

// TestIndentationCounts checks that the budget bounds an indentation, whose size is the product of
// the elements and their depth.
func TestIndentationCounts(t *testing.T) {
	const depth, elements = 5000, 100_000
	text := []byte(strings.Repeat("[", depth) + "0" + strings.Repeat(",0", elements) + strings.Repeat("]", depth))
	_, err := typedjson.Indent(work.Start(context.Background(), "encoding"), text)
	require.ErrorIs(t, err, budget.ErrTooMuchWork)
	shallow, err := typedjson.Indent(work.Start(context.Background(), "encoding"), text[depth-1:len(text)-depth+1])
	require.NoError(t, err)
	assert.Equal(t, elements+3, strings.Count(string(shallow), "\n")+1)
	_, err = decode.JSON(context.Background(), shallow)
	require.NoError(t, err)
}
