package registry_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

func cellsOf(table map[string]any) (cells []any) {
	for _, row := range table["rows"].([]any) {
		cells = append(cells, row.(map[string]any)["cells"])
	}
	return cells
}

func objectsOfRows(table map[string]any) (objs []any) {
	for _, row := range table["rows"].([]any) {
		objs = append(objs, row.(map[string]any)["object"])
	}
	return objs
}

// TestTableShares checks that a table shares metadata and objects, and writes to none.
func TestTableShares(t *testing.T) {
	printer, objs := printedCronTabs()
	before := structural.Clone(objs[0])
	whole := objectsOfRows(cases.Must(printer.Table(context.Background(), objs, time.Time{}, registry.WithInclude(registry.IncludeObject))))
	assert.True(t, cases.Same(objs[0], whole[0].(map[string]any)))
	partial := objectsOfRows(cases.Must(printer.Table(context.Background(), objs, time.Time{})))[0].(map[string]any)
	assert.True(t, cases.Same(objs[0]["metadata"].(map[string]any), partial["metadata"].(map[string]any)))
	assert.Equal(t, before, objs[0])
}

// TestTableAllocations checks what a row allocates: two maps are each a header and a group of
// fields, and its list of cells has a header. Definitions of columns are copied for each table.
func TestTableAllocations(t *testing.T) {
	printer, objs := printedCronTabs()
	objs = slices.Repeat(objs[:1], 1000)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for include, perRow := range map[registry.Include]int{registry.IncludeObject: 3, registry.IncludeNone: 3, registry.IncludeMetadata: 5} {
		allocs := testing.AllocsPerRun(5, func() { cases.Must(printer.Table(context.Background(), objs, now, registry.WithInclude(include))) })
		assert.LessOrEqual(t, allocs, float64(1000*perRow+30), include)
	}
}

// TestTableOfManyRows checks that rows are those of their objects.
func TestTableOfManyRows(t *testing.T) {
	printer, _ := printedCronTabs()
	objs := make([]map[string]any, 100)
	for i := range objs {
		objs[i] = map[string]any{"metadata": map[string]any{"name": fmt.Sprint(i)}, "spec": map[string]any{"replicas": int64(i)}}
	}
	rows := cases.Must(printer.Table(context.Background(), objs, time.Time{}, registry.WithInclude(registry.IncludeObject)))["rows"].([]any)
	assert.Len(t, rows, len(objs))
	for i, row := range rows {
		row := row.(map[string]any)
		assert.Equal(t, fmt.Sprint(i), row["cells"].([]any)[0])
		assert.Contains(t, row["cells"], any(int64(i)))
		assert.True(t, cases.Same(objs[i], row["object"].(map[string]any)))
		assert.Equal(t, 4, cap(row["cells"].([]any)), "appending to a row does not change the next")
	}
}

// TestTableOfNothing checks the table of an empty list.
func TestTableOfNothing(t *testing.T) {
	printer, _ := printedCronTabs()
	table := cases.Must(printer.Table(context.Background(), nil, time.Time{}))
	assert.Equal(t, []any{}, table["rows"], "not null")
	assert.Equal(t, map[string]any{}, table["metadata"])
	assert.Len(t, table["columnDefinitions"], 4)
}

// TestTableOfAnything checks objects that are not as a server reads them.
func TestTableOfAnything(t *testing.T) {
	printer, _ := printedCronTabs()
	objs := []map[string]any{
		nil, {"metadata": "text"}, {"metadata": map[string]any{"name": int64(1), "x": true, "labels": map[string]any{"a": int64(1)}}},
		{"metadata": map[string]any{"name": "list"}, "items": []any{map[string]any{"metadata": map[string]any{"name": "item"}}}},
	}
	table := cases.Must(printer.Table(context.Background(), objs, time.Time{}))
	assert.Equal(t, []any{[]any{"", nil, nil, nil}, []any{"", nil, nil, nil}, []any{"", nil, nil, nil}, []any{"list", nil, nil, nil}}, cellsOf(table))
	for _, obj := range objectsOfRows(table)[:3] {
		assert.Equal(t, map[string]any{"apiVersion": "meta.k8s.io/v1", "kind": "PartialObjectMetadata", "metadata": map[string]any{}}, obj)
	}
}

// TestBookmarkKeepsItsMetadata checks that the bookmark that ends the initial events of a
// watch can be recognized in a table without objects.
func TestBookmarkKeepsItsMetadata(t *testing.T) {
	printer, objs := printedCronTabs()
	bookmark := map[string]any{"metadata": map[string]any{"annotations": map[string]any{"k8s.io/initial-events-end": "true"}}}
	rows := objectsOfRows(cases.Must(printer.Table(context.Background(), append(objs, bookmark), time.Time{}, registry.WithInclude(registry.IncludeNone))))
	assert.Nil(t, rows[0])
	assert.Equal(t, bookmark["metadata"], rows[2].(map[string]any)["metadata"])
}

// TestTablesAtOnce makes tables with one printer at once. Their definitions of columns are not
// those that are compiled, nor those of another table.
func TestTablesAtOnce(t *testing.T) {
	printer, objs := printedCronTabs()
	tables := make([]map[string]any, 8)
	var all sync.WaitGroup
	for i := range tables {
		all.Add(1)
		go func() {
			defer all.Done()
			tables[i] = cases.Must(printer.Table(context.Background(), objs, time.Time{}))
		}()
	}
	all.Wait()
	want := structural.Clone(tables[0])
	for _, table := range tables {
		assert.Equal(t, want, table)
		clear(table["columnDefinitions"].([]any)[1].(map[string]any))
		table["columnDefinitions"].([]any)[0] = nil
	}
	assert.Equal(t, want, cases.Must(printer.Table(context.Background(), objs, time.Time{})))
}

// TestZeroPrinter checks that a printer that was never compiled, and one of scales of a version
// without them, print names and ages.
func TestZeroPrinter(t *testing.T) {
	for _, printer := range []*registry.Printer{{}, registry.NewScalePrinter(mustCompile().StorageVersion())} {
		table := cases.Must(printer.Table(context.Background(), []map[string]any{{"metadata": map[string]any{"name": "a"}}}, time.Time{}))
		assert.Equal(t, []any{[]any{"a", nil}}, cellsOf(table))
		assert.Len(t, table["columnDefinitions"], 2)
	}
}
