package crdschema

import (
	"context"
	"time"

	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

// CRDTable returns the table of CRDs that the server sends to clients such as `kubectl get
// crds`. The CRDs are normalized maps, as the server stores them; values of wrong types are
// taken as absent. The table is like [Version.Table], but its date is not an age, so it
// does not depend on a clock. The error is the context's or the budget's.
//
// Rule:
// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor.
func CRDTable(ctx context.Context, crds []map[string]any, opts ...TableOption) (map[string]any, error) {
	return newTable(ctx, opts, table.Definitions(), crds, func(w *work.Tracker) appendCells {
		return func(cells []any, crds []map[string]any) []any { return table.AppendDefinitions(cells, crds, w) }
	})
}

// ScaleTable returns the table of the scales of objects of this version that the server
// sends for the subresource, as in `kubectl get --subresource=scale`. scales are JSON
// values of autoscaling/v1. In these, a number of desired replicas of 0 is absent: its cell
// is null. now, the result and the error are as for [Version.Table].
//
// Without a scale subresource, there are only the columns Name and Age; the server does not
// serve such a table.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, getScaleColumnsForVersion.
func (v *Version) ScaleTable(ctx context.Context, scales []map[string]any, now time.Time, opts ...TableOption) (map[string]any, error) {
	columns := table.Scale(v.scale)
	return newTable(ctx, opts, columns.Definitions(), scales, printed(columns, now))
}
