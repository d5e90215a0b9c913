package crd_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// manifest returns a CRD with a version that has fields, and with versions.
func manifest(fields map[string]any, versions ...any) map[string]any {
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "as.example.com"},
		"spec": map[string]any{
			"group": "example.com", "names": map[string]any{"plural": "as", "kind": "A", "shortNames": []any{"a", "b"}},
			"versions": append([]any{fields}, versions...),
		},
		"status": map[string]any{"conditions": []any{map[string]any{"type": "a"}, map[string]any{"type": "Established"}}},
	}
}

// Everything that is read counts: with fewer steps or values, there is no CRD.
func TestReadCounts(t *testing.T) {
	column := map[string]any{"name": "a", "type": "string"}
	crds := manifest(map[string]any{"name": "v1", "storage": true, "additionalPrinterColumns": slices.Repeat([]any{column}, 10), "selectableFields": []any{map[string]any{}, nil}},
		map[string]any{"name": "v2"})
	_, w := work.Share(context.Background())
	d, errs := crd.Serving(w, crds)
	require.NoError(t, w.Err())
	require.Zero(t, errs.Len())
	require.Len(t, d.Versions[0].AdditionalPrinterColumns, 10)
	used := w.Used()
	assert.Equal(t, int64(2+10+2), used.Values)
	assert.Greater(t, used.Steps, int64(10*3+2*2+2))
	for _, b := range []budget.Budget{{Steps: used.Steps - 1}, {Values: used.Values - 1}, {Steps: 1}, {Values: 1}} {
		w := work.Start(work.WithBudget(context.Background(), b), "")
		crd.Serving(w, crds)
		assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork, "%v", b)
	}
	w = work.Start(work.WithBudget(context.Background(), budget.Budget{Values: 1}), "")
	assert.Len(t, crd.Skim(w, crds).Versions, 2)
	assert.NoError(t, w.Err(), "nothing is kept")
}

// A list that is longer than the budget is not read.
func TestReadEndsBeforeLists(t *testing.T) {
	many := manifest(nil, make([]any, 1<<17)...)
	w := work.Start(work.WithBudget(context.Background(), budget.Budget{Values: 100}), "")
	assert.Less(t, worktest.Allocated(func() { crd.Read(w, many, nil) }), uint64(64<<10))
	assert.ErrorIs(t, w.Err(), budget.ErrTooMuchWork)
}

// Errors of fields that the caller does not need are not made, and those that it needs are
// bounded.
func TestReadErrorsAreBounded(t *testing.T) {
	const n = 1 << 16
	wrong := slices.Repeat([]any{int64(0)}, n)
	columns := manifest(map[string]any{"name": "v1", "storage": true, "additionalPrinterColumns": wrong})
	assert.Less(t, worktest.Allocated(func() {
		_, errs := crd.Serving(nil, columns)
		assert.Zero(t, errs.Len())
	}), uint64(n*130), "the columns take 88 bytes each")

	_, errs := crd.Read(nil, columns, crd.PathsOf("spec.versions.additionalPrinterColumns"))
	assertBounded(t, n, errs.Sorted())
	_, errs = crd.Serving(nil, manifest(nil, slices.Repeat([]any{map[string]any{}}, n-1)...))
	assertBounded(t, n+1, errs.Sorted()) // and one for the storage version
}

// assertBounded checks that there are n errors, and that the last one counts the errors
// beyond the bound.
func assertBounded(t *testing.T, n int, errs structural.Errors) {
	t.Helper()
	size, listed := 0, errs[:len(errs)-1]
	for _, e := range listed {
		size += len(e.Error())
	}
	assert.Less(t, size, 4<<20)
	assert.Equal(t, fmt.Sprintf("%d more errors are not listed", n-len(listed)), errs[len(listed)].Error())
}
