package jsontext

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

func TestNotUTF8(t *testing.T) {
	at := field.Path{field.Field("spec")}
	for _, c := range []struct {
		v    any
		path string
	}{
		{map[string]any{"a": []any{"b", 1, nil, true, "ü�"}}, ""},
		{"\xff", "spec"},
		{map[string]any{"z": "\xff", "b": []any{"c", map[string]any{"d": "a\xc3"}}}, "spec.b[1].d"},
		{map[string]any{"a\xff": "b"}, "spec.a\xff"},
		{map[string]any{"a": map[string]any{"b": map[string]any{"c": map[string]any{"d": "\xff"}}}}, ""}, // too deep
	} {
		err := NotUTF8(work.Start(context.Background(), ""), c.v, at, 3)
		if c.path == "" {
			assert.Nil(t, err)
			continue
		}
		require.NotNil(t, err)
		assert.Equal(t, c.path, err.Path.String())
		assert.Contains(t, err.Error(), "not UTF-8")
	}
}

// TestWork checks that the steps are those of the values and texts, and that a failure is no
// verdict.
func TestWork(t *testing.T) {
	deep := any("\xff")
	for range 1000 {
		deep = map[string]any{"a": deep}
	}
	for _, steps := range []int64{100, 1000, 1500} {
		w := work.Start(work.WithBudget(context.Background(), budget.Budget{Steps: steps}), "")
		assert.Nil(t, NotUTF8(w, deep, nil, 2000))
		assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)
	}
	w := work.Start(work.WithBudget(context.Background(), budget.Budget{Steps: 2100}), "")
	assert.NotNil(t, NotUTF8(w, deep, nil, 2000), "twice the number of values is enough")
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	assert.Nil(t, NotUTF8(work.Start(context.Background(), ""), cyclic, nil, 2000))
}
