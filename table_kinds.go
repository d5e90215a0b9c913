package crdschema

import (
	"time"

	"github.com/seed95800270/crdschema/internal/table"
)

// DefinitionTable returns the table of crds: what the server sends to clients that ask for
// one, such as `kubectl get crds`. The crds are normalized maps, as the server stores them;
// values of wrong types are taken as absent. The table is one of [Version.Table], but its date
// is no age, so it depends on no clock.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor.
func DefinitionTable(crds []map[string]any, opts ...TableOption) map[string]any {
	return newTable(opts, table.Definitions(), crds, table.AppendDefinitions)
}

// ScaleTable returns the table of the scales of objects of this version: what the server
// sends for the subresource, as in `kubectl get --subresource=scale`. Scales are those of
// autoscaling/v1 in JSON, where the number of desired replicas is absent if it is 0: its cell
// is then null. now and the result are as for [Version.Table].
//
// Without a scale subresource, which the server does not serve, there are only the columns
// Name and Age.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, getScaleColumnsForVersion.
func (v *Version) ScaleTable(scales []map[string]any, now time.Time, opts ...TableOption) map[string]any {
	columns := table.Scale(v.scale)
	return newTable(opts, columns.Definitions(), scales, columns.Printer(now).AppendCells)
}
