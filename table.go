package crdschema

import (
	"context"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

// Table returns the table of objects of this version that the server sends to clients such
// as `kubectl get`. The objects are as the server reads them ([Definition.Read]), each with
// a row in their order. The ages in columns of the type date are relative to now; if it is
// zero, they are "<unknown>".
//
// The result is a Table of meta.k8s.io/v1, or of [WithTableVersion], as the server writes
// it in JSON: a cell without a value is nil, and so are the parts that options leave out.
// Rows share values with their objects: treat them as read-only.
//
// A column has the first value of its path. Its type decides how the value is shown, and
// values of other types are null, except in columns of strings. A column with a path that
// the server cannot parse is missing, with all columns after it. Priorities are copied:
// kubectl shows columns with a priority other than 0 only with `-o wide`.
//
// The error is the context's or the budget's. The work is proportional to the product of
// columns and objects: paths with recursive descent visit all of each object, and columns
// of strings may show all of it.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor;
// k8s.io/apiserver/pkg/endpoints/handlers, asTable.
func (v *Version) Table(ctx context.Context, objs []map[string]any, now time.Time, opts ...TableOption) (map[string]any, error) {
	ctx, w := work.Share(ctx)
	w.SetStage("printing a table")
	columns := v.printedColumns(w)
	if err := w.Err(); err != nil {
		return nil, err
	}
	return newTable(ctx, opts, columns.Definitions(), objs, printed(columns, now))
}

// printed returns a function that makes the cells of columns.
func printed(columns *table.Columns, now time.Time) func(w *work.Tracker) appendCells {
	return func(w *work.Tracker) appendCells { return columns.Printer(now, w).AppendCells }
}

func newTable(ctx context.Context, opts []TableOption, definitions []any, objs []map[string]any, cells func(*work.Tracker) appendCells) (map[string]any, error) {
	ctx, w := work.Share(ctx)
	c := tableConfig{apiVersion: metaVersion("")}
	for _, o := range opts {
		o.applyTable(&c)
	}
	out := map[string]any{
		"apiVersion": c.apiVersion, "kind": "Table", "metadata": listMetadata(c.metadata), "columnDefinitions": nil,
	}
	if !c.withoutHeaders {
		out["columnDefinitions"] = work.Clone(w, definitions) // which are compiled
	}
	out["rows"] = c.rows(ctx, w, objs, len(definitions), cells(w))
	if err := w.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// appendCells appends the cells of at most [table.BlockSize] objects: one for each object
// and definition of a column.
type appendCells func(cells []any, objs []map[string]any) []any

// manyCells is the number of cells for which rows share an array, if there are as many.
const manyCells = 1 << 14

func (c *tableConfig) rows(ctx context.Context, w *work.Tracker, objs []map[string]any, width int, appendCells appendCells) []any {
	rows, cells := make([]any, 0, len(objs)), []any(nil)
	for block := range slices.Chunk(objs, table.BlockSize) {
		need := len(block) * width
		w.SetStage("printing a table") // the objects of the rows before have set another one
		if !w.Step(table.CellSteps * need) {
			return nil
		}
		if cells = cells[len(cells):]; cap(cells) < need {
			cells = make([]any, 0, max(need, min(manyCells, (len(objs)-len(rows))*width)))
		}
		cells = appendCells(cells, block)
		for i, obj := range block {
			i *= width
			object, err := c.object(ctx, obj)
			if err != nil {
				return nil
			}
			rows = append(rows, map[string]any{"cells": cells[i : i+width : i+width], "object": object})
		}
	}
	return rows
}

func listMetadata(list map[string]any) map[string]any {
	out := map[string]any{}
	for _, name := range []string{"resourceVersion", "continue"} {
		if text, _ := list[name].(string); text != "" {
			out[name] = text
		}
	}
	if count, ok := list["remainingItemCount"].(int64); ok {
		out["remainingItemCount"] = count
	}
	return out
}

// object returns the part of obj that its row has. The bookmark that ends the initial
// events of a watch always has its metadata: they mark it. The error is the context's or
// the budget's.
func (c *tableConfig) object(ctx context.Context, obj map[string]any) (any, error) {
	switch {
	case c.include == IncludeObject:
		return obj, nil
	case c.include == IncludeNone && !endsInitialEvents(obj):
		return nil, nil
	}
	return partial(ctx, obj, c.apiVersion)
}

func endsInitialEvents(obj map[string]any) bool {
	meta, _ := obj["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	return annotations["k8s.io/initial-events-end"] == "true"
}

// printedColumns returns the columns of tables, unless w fails. They are compiled for the first
// table, once for all versions with the same ones.
func (v *Version) printedColumns(w *work.Tracker) *table.Columns {
	i := slices.IndexFunc(v.definition.versions, func(other *Version) bool { return slices.Equal(other.columns, v.columns) })
	first := v.definition.versions[i]
	if columns := first.printed.Load(); columns != nil {
		return columns
	}
	columns := table.New(w, first.columns)
	if !w.Failed() {
		first.printed.Store(columns)
	}
	return columns
}
