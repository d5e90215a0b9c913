// Package kubectl prints objects as `kubectl get` does: tables, sorted or not, JSON,
// YAML and names. [Explain] prints what `kubectl explain` does.
//
// A column is as wide as its longest cell in bytes and three spaces, and at least six, as
// text/tabwriter pads it. The first line is padded before, because kubectl writes a hundred
// rows at a time. A line break in a cell, and the rest of the cell, is replaced with "...".
//
// # Differences from upstream
//
// Rows after the hundredth can be padded differently if a cell has a tab. Errors of
// values that cannot be compared have no log prefix. [ParsePath] parses only fields and
// indices.
//
// Rules: k8s.io/cli-runtime/pkg/printers; k8s.io/kubectl/pkg/cmd/get.
package kubectl

import "strings"

// Options are the flags of `kubectl get` that concern its output.
type Options struct {
	Output        string // of -o: empty, wide, json, yaml or name
	AllNamespaces bool
	NoHeaders     bool
	ShowKind      bool
	ShowLabels    bool
	LabelColumns  []string
	SortBy        string
	// ParsePath parses the path of SortBy in braces; nil is [ParsePath].
	ParsePath func(template string) (Finder, error)
}

// IsTable reports whether the output is a table.
func (o *Options) IsTable() bool { return o.Output == "" || o.Output == Wide }

// The formats of -o, other than a table.
const (
	Wide = "wide"
	JSON = "json"
	YAML = "yaml"
	Name = "name"
)

// Kind is the kind of the objects of a table.
type Kind struct {
	Group, Kind string
	Namespaced  bool
}

// prefix returns the kind in front of the name of an object if there are several kinds.
func (k Kind) prefix() string {
	name := strings.ToLower(k.Kind)
	if k.Group != "" {
		name += "." + strings.ToLower(k.Group)
	}
	return name + "/"
}

// Listing is a table of objects of one kind, as registry.Printer.Table returns it, with
// the whole objects if it must be sorted.
type Listing struct {
	Kind  Kind
	Table map[string]any
}
