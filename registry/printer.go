package registry

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

// Printer makes the tables that the server sends to clients such as `kubectl get`, of the
// objects of one version or of their scales. Create it once with [NewPrinter] or
// [NewScalePrinter]. It is immutable and safe for concurrent use. A zero Printer has the
// columns Name and Age.
type Printer struct{ columns *table.Columns }

// NewPrinter compiles the printer columns of a version. If there are none, a table has the
// columns Name and Age. A column with a path that the server cannot parse is missing, with
// all columns after it.
//
// The error is the context's or the budget's.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor.
func NewPrinter(ctx context.Context, v *crdschema.Version) (*Printer, error) {
	w := work.Start(ctx, "compiling printer columns")
	columns := table.New(w, declaredColumns(v))
	if err := w.Err(); err != nil {
		return nil, err
	}
	return &Printer{columns}, nil
}

func declaredColumns(v *crdschema.Version) iter.Seq[crd.Column] {
	return func(yield func(crd.Column) bool) {
		for _, c := range v.PrinterColumns() {
			if !yield(crd.Column(c)) {
				return
			}
		}
	}
}

// NewScalePrinter returns the printer of the scales of objects of a version, for the tables
// of the subresource, as in `kubectl get --subresource=scale`. It prints JSON values of
// autoscaling/v1. In these, a number of desired replicas of 0 is absent: its cell is null.
//
// Without a scale subresource, it is the zero Printer; the server does not serve such a
// table.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, getScaleColumnsForVersion.
func NewScalePrinter(v *crdschema.Version) *Printer {
	if v.Subresources().Scale == nil {
		return &Printer{}
	}
	return &Printer{table.Scale()}
}

// Table returns the table of objects as the server reads them ([crdschema.Definition.Read]),
// each with a row in their order. The ages in columns of the type date are relative to now;
// if it is zero, they are "<unknown>".
//
// The result is a Table of meta.k8s.io/v1, or of [WithTableVersion], as the server writes
// it in JSON: a cell without a value is nil, and so are the parts that options leave out.
// Rows share values with their objects: treat them as read-only.
//
// A column has the first value of its path. Its type decides how the value is shown, and
// values of other types are null, except in columns of strings. kubectl shows columns with a
// priority other than 0 only with `-o wide`.
//
// The error is the context's or the budget's. The work is proportional to the product of
// columns and objects: paths with recursive descent visit all of each object, and columns
// of strings may show all of it.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor;
// k8s.io/apiserver/pkg/endpoints/handlers, asTable.
func (p *Printer) Table(ctx context.Context, objs []map[string]any, now time.Time, opts ...TableOption) (map[string]any, error) {
	columns := p.columns
	if columns == nil {
		columns = table.New(nil, slices.Values([]crd.Column{}))
	}
	return newTable(ctx, opts, columns.Definitions(), objs, func(w *work.Tracker) appendCells {
		return columns.Printer(now, w).AppendCells
	})
}

// CRDTable returns the table of CRDs that the server sends to clients such as `kubectl get
// crds`. The CRDs are normalized maps, as the server stores them; values of wrong types are
// taken as absent. The table is like [Printer.Table], but its date is not an age, so it does
// not depend on a clock. The error is the context's or the budget's.
//
// Rule:
// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor.
func CRDTable(ctx context.Context, crds []map[string]any, opts ...TableOption) (map[string]any, error) {
	return newTable(ctx, opts, table.Definitions(), crds, func(w *work.Tracker) appendCells {
		return func(cells []any, crds []map[string]any) []any { return table.AppendDefinitions(cells, crds, w) }
	})
}
