package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
)

// Definitions returns the TableColumnDefinitions of the table of CRDs.
//
// Rule:
// k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/tableconvertor.
func Definitions() []any {
	var out []any
	for _, c := range []crd.Column{
		nameColumn,
		{Name: "Scope", Type: "string", Description: "Cluster/Namespaced"},
		{Name: "Versions", Type: "string", Description: "Served versions"},
		{Name: "Created At", Type: "date", Description: Age.Description},
		{Name: "Group", Type: "string", Priority: 1, Description: "API group"},
		{Name: "Kind", Type: "string", Priority: 1, Description: "CustomResource kind"},
		{Name: "ShortNames", Type: "string", Priority: 1, Description: "Short names"},
		{Name: "Established", Type: "boolean", Priority: 1, Description: "Established status"},
	} {
		out = append(out, definition(c))
	}
	return out
}

// AppendDefinitions appends the cells of the rows of CRDs, one for each of [Definitions].
// Versions are the served ones in the order of their texts. w counts a step for each CRD
// and the steps of reading it.
func AppendDefinitions(cells []any, crds []map[string]any, w *work.Tracker) []any {
	for _, fields := range crds {
		if !w.Step(1) {
			break
		}
		cells = appendDefinition(cells, fields, w)
	}
	return cells
}

func appendDefinition(cells []any, fields map[string]any, w *work.Tracker) []any {
	c := crd.Skim(w, fields)
	return append(cells, c.Name, c.Scope, servedVersions(c.Versions), created(fields),
		c.Group, c.Names.Kind, strings.Join(c.Names.ShortNames, ","), isEstablished(fields))
}

func servedVersions(versions []crd.Version) string {
	var served []string
	for _, v := range versions {
		switch {
		case v.Served && v.Storage:
			served = append(served, v.Name+"(storage)")
		case v.Served:
			served = append(served, v.Name)
		}
	}
	slices.Sort(served)
	return strings.Join(served, ",")
}

func created(obj map[string]any) string {
	text := metaedit.Timestamp(metaedit.Time(metaedit.Metadata(obj)["creationTimestamp"]))
	return cmp.Or(text, "0001-01-01T00:00:00Z")
}

func isEstablished(fields map[string]any) bool {
	status, _ := fields["status"].(map[string]any)
	conditions, _ := status["conditions"].([]any)
	return slices.ContainsFunc(conditions, func(v any) bool {
		c, _ := v.(map[string]any)
		return c["type"] == "Established" && c["status"] == "True"
	})
}

// Scale returns the columns of the table of scales.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, getScaleColumnsForVersion.
func Scale() *Columns {
	return New(nil, slices.Values([]crd.Column{
		{Name: "Desired", Type: "integer", Description: "Number of desired replicas", JSONPath: ".spec.replicas"},
		{Name: "Available", Type: "integer", Description: "Number of actual replicas", JSONPath: ".status.replicas"},
		Age,
	}))
}
