package crdschema

import (
	"context"
	"time"

	"github.com/seed95800270/crdschema/internal/table"
	"github.com/seed95800270/crdschema/internal/work"
)

// CRDTable returns the table of crds: what the server sends to clients that ask for
// one, such as `kubectl get crds`. The crds are normalized maps, as the server stores them;
// values of wrong types are taken as absent. The table is one of [Version.Table], but its date
// is no age, so it depends on no clock. The error is that of [Version.Table].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor.
func CRDTable(ctx context.Context, crds []map[string]any, opts ...TableOption) (map[string]any, error) {
	return newTable(ctx, opts, table.Definitions(), crds, func(w *work.Tracker) appendCells {
		return func(cells []any, crds []map[string]any) []any { return table.AppendDefinitions(cells, crds, w) }
	})
}

// ScaleTable returns the table of the scales of objects of this version: what the server
// sends for the subresource, as in `kubectl get --subresource=scale`. Scales are those of
// autoscaling/v1 in JSON, where the number of desired replicas is absent if it is 0: its cell
// is then null. now, the result and the error are as for [Version.Table].
//
// Without a scale subresource, which the server does not serve, there are only the columns
// Name and Age.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, getScaleColumnsForVersion.
func (v *Version) ScaleTable(ctx context.Context, scales []map[string]any, now time.Time, opts ...TableOption) (map[string]any, error) {
	columns := table.Scale(v.scale)
	return newTable(ctx, opts, columns.Definitions(), scales, printed(columns, now))
}
