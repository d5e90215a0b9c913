package registry

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

const printing = "printing a table" // for the error of too much work

func newTable(ctx context.Context, opts []TableOption, definitions []any, objs []map[string]any, cells func(*work.Tracker) appendCells) (map[string]any, error) {
	ctx, w := work.Share(ctx)
	w.SetStage(printing)
	c := tableConfig{apiVersion: metaVersion("")}
	for _, o := range opts {
		o.applyTable(&c)
	}
	out := map[string]any{
		"apiVersion": c.apiVersion, "kind": "Table", "metadata": tableMetadata(c.metadata), "columnDefinitions": nil,
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
		w.SetStage(printing) // the objects of the rows before have set another one
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

// tableMetadata returns the metadata of a list as the struct of a table has it.
func tableMetadata(list map[string]any) map[string]any {
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

// initialEventsEnd is the annotation of the bookmark that ends the initial events.
const initialEventsEnd = "k8s.io/initial-events-end"

func endsInitialEvents(obj map[string]any) bool {
	meta, _ := obj["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	return annotations[initialEventsEnd] == "true"
}
