package jsontext_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// Marshal writes what encoding/json writes.
func TestMarshal(t *testing.T) {
	values := []any{
		nil, true, int64(-1), 1.5, 1e21, 1e-7, 2.0, "", "a<b>&\u2028\x7f\xff", map[string]any(nil), []any(nil), []any{}, map[string]any{},
		map[string]any{"b": []any{nil, "x"}, "a\"": false, "": map[string]any{"é": "ü"}}, 7, json.Number("1.50"),
	}
	for seed := range uint64(100) {
		g := generate.New(seed)
		values = append(values, g.Object(g.Schema(generate.Valid), generate.Hostile))
	}
	for _, v := range values {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		got, err := jsontext.Marshal(work.Start(t.Context(), ""), v)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	}
	_, err := jsontext.Marshal(work.Start(t.Context(), ""), []any{math.NaN()})
	assert.EqualError(t, err, "json: unsupported value: NaN")
}

// A shared string counts each time, before any of the text is written.
func TestMarshalCounts(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	list := make([]any, 1000)
	for i := range list {
		list[i] = long
	}
	w := work.Start(t.Context(), "writing")
	require.Zero(t, testing.AllocsPerRun(1, func() { work.Text(w, list) }))
	_, err := jsontext.Marshal(w, list)
	assert.ErrorIs(t, err, budget.ErrTooMuchWork)
	cyclic := map[string]any{}
	cyclic["a"] = []any{cyclic}
	_, err = jsontext.Marshal(work.Start(t.Context(), ""), cyclic)
	assert.ErrorIs(t, err, budget.ErrTooMuchWork)
}
