package tables

import (
	"context"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

// TestTable compares the tables of the objects of the corpus with the columns of their
// definitions, with values and dates replaced, and of generated objects and columns: the
// types of the cells, and the tables as they are written.
func TestTable(t *testing.T) {
	inputs := parity.Join(corpusTables(t), parity.Times(corpusTables(t), parity.Full(20), replaced), parity.Generated(parity.Full(60_000), generatedTable))
	parity.Run(t, "table", inputs, func(c *parity.Check, in printing) {
		ours, theirs := tables(c, in)
		rows := []parity.Allowed{
			parity.Row("D71", func() any { return unlessCrashed(ours, theirs) }),
			parity.Row("D70", func() any { return tablesInSomeOrder(c, in, ours) }),
		}
		c.Equal("table", ours, theirs, rows...)
	})
}

// tables returns the tables of both sides, made in the same second.
func tables(c *parity.Check, in printing) (ours, theirs []any) {
	for {
		before := ourTable(c, in, time.Now())
		theirs = theirTable(c, in)
		if ours = ourTable(c, in, time.Now()); parity.Equal(before, ours) {
			return ours, theirs
		}
	}
}

func printerOf(v *crdschema.Version) *registry.Printer {
	return cases.Must(registry.NewPrinter(context.Background(), v))
}

func ourTable(c *parity.Check, in printing, now time.Time) []any {
	opts := []registry.TableOption{registry.WithInclude(in.Include), registry.WithListMetadata(in.Metadata)}
	if in.NoHeaders {
		opts = append(opts, registry.WithoutHeaders())
	}
	table := cases.Must(printerOf(in.version).Table(context.Background(), in.Objects, now, opts...))
	text, err := written(table)
	if err != nil {
		c.Fail("ours", nil, nil, "%v", err)
	}
	cells := []any{}
	for _, row := range table["rows"].([]any) {
		cells = append(cells, row.(map[string]any)["cells"])
	}
	return []any{cells, text}
}

func theirTable(c *parity.Check, in printing) []any {
	table, err := referenceTable(in)
	if err != nil {
		return []any{crashed}
	}
	text, err := written(table)
	if err != nil {
		c.Fail("theirs", nil, nil, "%v", err)
	}
	return []any{cellsOf(table), text}
}

func cellsOf(table *metav1.Table) []any {
	cells := []any{}
	for _, row := range table.Rows {
		cells = append(cells, row.Cells)
	}
	return cells
}

func tablesInSomeOrder(c *parity.Check, in printing, ours []any) (theirs []any) {
	for range 3000 {
		if theirs = unlessCrashed(ours, theirTable(c, in)); parity.Equal(ours, theirs) {
			break
		}
	}
	return theirs
}
