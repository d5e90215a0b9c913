package crdschema

import (
	"slices"
)

// Subresources are the subresources of a [Version].
//
// Source: Kubernetes API reference, CustomResourceSubresources.
type Subresources struct {
	// Status is set if there is a status subresource: only requests to it change the
	// status of an object, and they change nothing else.
	Status bool
	// Scale is nil if there is no scale subresource.
	Scale *Scale
}

// Scale has the paths of the values of a scale subresource in an object, each with a
// leading dot: ".spec.replicas".
//
// Source: Kubernetes API reference, CustomResourceSubresourceScale.
type Scale struct {
	// SpecReplicasPath is the path of the desired number of replicas.
	SpecReplicasPath string
	// StatusReplicasPath is the path of the actual number of replicas.
	StatusReplicasPath string
	// LabelSelectorPath is the path of the label selector as text, or empty.
	LabelSelectorPath string
}

// Subresources returns the subresources of this version. The caller may modify the
// result.
func (v *Version) Subresources() Subresources {
	out := Subresources{Status: v.status}
	if p := v.scale; p != nil {
		paths := Scale(*p)
		out.Scale = &paths
	}
	return out
}

// PrinterColumn is a column of the table that kubectl prints.
//
// Source: Kubernetes API reference, CustomResourceColumnDefinition.
type PrinterColumn struct {
	// Name is the heading.
	Name string
	// Type and Format are OpenAPI's: "integer", "int64". Format may be empty.
	Type, Format string
	// Description explains the column.
	Description string
	// Priority is 0 for a column that is always printed, and greater for a column of the
	// wide table.
	Priority int32
	// JSONPath is the simple JSON path of the value in an object: ".spec.replicas".
	JSONPath string
}

// PrinterColumns returns the additional printer columns of this version, in their order.
// Without any, the server adds the age of an object. The caller may modify the result.
func (v *Version) PrinterColumns() []PrinterColumn {
	out := make([]PrinterColumn, len(v.columns))
	for i, c := range v.columns {
		out[i] = PrinterColumn(c)
	}
	return out
}

// SelectableFields returns the simple JSON paths of the fields by which objects of this
// version can be selected, in addition to metadata.name and metadata.namespace:
// ".spec.color". Field selectors have them without the leading dot. The caller may modify
// the result.
//
// Source: Kubernetes API reference, SelectableField.
func (v *Version) SelectableFields() []string {
	paths := slices.Grow([]string(nil), len(v.selectable))
	for _, f := range v.selectable {
		paths = append(paths, f.JSONPath)
	}
	return paths
}
