package registry

import "github.com/seed95800270/crdschema/internal/valuetext"

// Include selects the part of its object that a row of a table has.
//
// Source: Kubernetes API reference, TableOptions.
type Include uint8

const (
	// IncludeMetadata is a PartialObjectMetadata: the default of the server.
	IncludeMetadata Include = iota
	// IncludeNone leaves out the object.
	IncludeNone
	// IncludeObject is the whole object.
	IncludeObject
)

var includes = valuetext.Enum[Include]{Name: "Include", Words: []string{IncludeMetadata: "Metadata", IncludeNone: "None", IncludeObject: "Object"}}

// String returns the value of the query parameter includeObject: "Metadata".
func (i Include) String() string { return includes.Word(i) }

// MarshalText returns what [Include.String] returns.
func (i Include) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText sets i to the constant of a value of the query parameter, or returns an
// error.
func (i *Include) UnmarshalText(text []byte) error { return includes.Read(text, i) }

// TableOption is an option of [Printer.Table] and [CRDTable].
type TableOption interface{ applyTable(*tableConfig) }

type tableConfig struct {
	include        Include
	withoutHeaders bool
	metadata       map[string]any
	apiVersion     any // a string, of the table and of what its rows have of their objects
}

type tableOption func(*tableConfig)

func (f tableOption) applyTable(c *tableConfig) { f(c) }

// WithInclude sets what the rows have of their objects.
func WithInclude(include Include) TableOption {
	return tableOption(func(c *tableConfig) { c.include = include })
}

// WithoutHeaders leaves out the definitions of the columns, as in every table of a watch
// after the first.
func WithoutHeaders() TableOption {
	return tableOption(func(c *tableConfig) { c.withoutHeaders = true })
}

// WithListMetadata sets the metadata of the list with the objects, or of the object if the
// request is for one: the table has its resourceVersion, continue and remainingItemCount.
func WithListMetadata(metadata map[string]any) TableOption {
	return tableOption(func(c *tableConfig) { c.metadata = metadata })
}

// WithTableVersion sets the version of the group meta.k8s.io of the table, and of the
// metadata in its rows: v1, also if version is empty, or v1beta1, for old clients.
func WithTableVersion(version string) TableOption {
	return tableOption(func(c *tableConfig) { c.apiVersion = metaVersion(version) })
}
