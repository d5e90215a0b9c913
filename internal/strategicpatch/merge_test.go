package strategicpatch_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/strategicpatch"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// The table says how the patch is left where errors print it.
func TestMerge(t *testing.T) {
	keys := []string{"object", "patch", "want", "error", "left"}
	cases.Run(t, "testdata/merge.yaml", keys, func(t *testing.T, c cases.Case) {
		object, patch := structural.Clone(c.Object(t, "object")), structural.Clone(c.Object(t, "patch"))
		got, err := strategicpatch.Merge(work.Start(t.Context(), "merging"), object, patch, gotype.CRDv1)
		if c.Has("left") {
			assert.Equal(t, c.Object(t, "left"), patch)
		}
		if c.Has("want") {
			require.NoError(t, err)
			assert.Equal(t, c.Object(t, "want"), got)
			return
		}
		var bad *strategicpatch.Error
		require.True(t, errors.As(err, &bad), "%v", err)
		reasons := map[strategicpatch.Reason]string{strategicpatch.Unexpected: "500", strategicpatch.BadRequest: "400", strategicpatch.Inapplicable: "422"}
		assert.Equal(t, c.Text(t, "error"), reasons[bad.Reason]+" "+bad.Text)
	})
}

// Lists that merge take time by the sum of their sizes.
func TestLongLists(t *testing.T) {
	steps := func(n int) int64 {
		list := func(prefix string) (all []any) {
			for i := range n {
				all = append(all, fmt.Sprint(prefix, i))
			}
			return all
		}
		object := map[string]any{"metadata": map[string]any{"finalizers": list("a")}}
		patch := map[string]any{"metadata": map[string]any{"finalizers": list("b"), "$setElementOrder/finalizers": list("b")}}
		w := work.Start(t.Context(), "merging")
		_, err := strategicpatch.Merge(w, object, patch, gotype.CRDv1)
		require.NoError(t, err)
		return w.Used().Steps
	}
	assert.Less(t, steps(20_000), 30*steps(1_000))
}

func TestBudget(t *testing.T) {
	deep := map[string]any{}
	for range 5_000 {
		deep = map[string]any{"a": deep}
	}
	ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: 1_000, Values: 1_000})
	_, err := strategicpatch.Merge(work.Start(ctx, "merging"), map[string]any{}, deep, gotype.CRDv1)
	assert.ErrorIs(t, err, budget.ErrTooMuchWork)
}
