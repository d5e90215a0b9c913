package registry_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// TestTableWork checks that a table, which is a product of columns and objects, ends with its
// budget and with its context, also inside of one cell.
func TestTableWork(t *testing.T) {
	d := withColumns(`[{name: every, type: string, jsonPath: "..x"}, {name: whole, type: string, jsonPath: .spec}]`)
	spec := map[string]any{}
	for _, name := range []string{"a", "b", "c"} {
		spec[name] = make([]any, 10_000)
	}
	objs := []map[string]any{{"metadata": map[string]any{"name": "n"}, "spec": spec}}
	printer := printerOf(d)
	table, err := printer.Table(context.Background(), objs, time.Time{})
	require.NoError(t, err)
	assert.Len(t, table["rows"], 1)

	for _, steps := range []int64{1, 100, 20_000, 60_000} {
		small := work.WithBudget(context.Background(), budget.Budget{Steps: steps})
		table, err = printer.Table(small, objs, time.Time{})
		assert.ErrorIs(t, err, budget.ErrTooMuchWork, "%d steps", steps)
		assert.Nil(t, table)
	}
	table, err = printer.Table(worktest.EndAfter(3), objs, time.Time{})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, table)
	_, err = registry.NewScalePrinter(d.StorageVersion()).Table(worktest.EndAfter(0), objs, time.Time{})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = registry.CRDTable(worktest.EndAfter(0), objs)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestTableOfEndlessObjects checks that a table of objects that hold themselves is an error, and
// that the deepest legal ones have one.
func TestTableOfEndlessObjects(t *testing.T) {
	cases.SmallStack(t)
	for _, path := range []string{"..x", ".spec", ".spec[?(@.a == 1)]"} {
		d := withColumns(`[{name: a, type: string, jsonPath: "` + path + `"}]`)
		printer := printerOf(d)
		table := func(spec any) error {
			_, err := printer.Table(t.Context(), []map[string]any{{"metadata": map[string]any{"name": "n"}, "spec": spec}}, time.Time{})
			return err
		}
		assert.NoError(t, table(cases.Nested(structural.MaxDepth-1)))
		for _, v := range cases.Endless() {
			if err := table(v); path != ".spec[?(@.a == 1)]" {
				cases.RequireTooDeep(t, err)
			}
		}
	}
}

// TestNewPrinterEnds checks that the columns are compiled with a context and a budget.
func TestNewPrinterEnds(t *testing.T) {
	columns := strings.Repeat(`{name: a, type: string, jsonPath: .spec}, `, 1000)
	v := withColumns("[" + columns + "]").StorageVersion()
	_, err := registry.NewPrinter(worktest.EndAfter(0), v)
	assert.ErrorIs(t, err, context.Canceled)
	printer, err := registry.NewPrinter(structural.WithBudget(t.Context(), structural.Budget{Steps: 1000}), v)
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	assert.Nil(t, printer)
}

func printerOf(d *crdschema.Definition) *registry.Printer {
	return cases.Must(registry.NewPrinter(context.Background(), d.StorageVersion()))
}

// withColumns returns a crd with the printer columns of a YAML list.
func withColumns(columns string) *crdschema.Definition {
	return crdschema.MustCompileYAML(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec:
  group: example.com
  scope: Cluster
  names: {plural: as, kind: A}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns: ` + columns + `
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`)
}
