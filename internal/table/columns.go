package table

import (
	"time"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/jsonpath"
)

// Columns are the columns of a table.
type Columns struct {
	definitions []any
	values      []column // without that of the name
}

// column is a column for a value of an object.
type column struct {
	path       *jsonpath.Path
	columnType string
}

// nameColumn is the first column of every table.
var nameColumn = crd.Column{
	Name: "Name", Type: "string", Format: "name",
	Description: "Name of the object, unique for its kind in its namespace. It does not change.",
}

// Age is the column that a table has if a crd declares none.
var Age = crd.Column{
	Name: "Age", Type: "date", JSONPath: ".metadata.creationTimestamp",
	Description: "When the object was created. Set by the system.",
}

// New returns the column of the name and those that are declared, or [Age] if there are
// none.
//
// Rules: New in the package of the tables; k8s.io/apiextensions-apiserver/pkg/apiserver,
// serveDefaultColumnsIfEmpty.
func New(declared []crd.Column) *Columns {
	if len(declared) == 0 {
		declared = []crd.Column{Age}
	}
	c := &Columns{definitions: []any{definition(nameColumn)}}
	for _, d := range declared {
		path, err := jsonpath.Parse("{" + d.JSONPath + "}")
		if err != nil {
			break
		}
		if d.Description == "" {
			d.Description = "Custom resource definition column (in JSONPath format): " + d.JSONPath
		}
		c.definitions = append(c.definitions, definition(d))
		c.values = append(c.values, column{path: path, columnType: d.Type})
	}
	return c
}

// definition returns a TableColumnDefinition.
func definition(c crd.Column) any {
	return map[string]any{
		"name": c.Name, "type": c.Type, "format": c.Format, "description": c.Description, "priority": int64(c.Priority),
	}
}

// Definitions returns the TableColumnDefinitions of c.
func (c *Columns) Definitions() []any { return c.definitions }

// Printer makes the rows of one table. It is not safe for concurrent use.
type Printer struct {
	columns   *Columns
	now       time.Time
	evaluator jsonpath.Evaluator
	age       any // the last one
}

// Printer returns a printer of rows whose ages are relative to now; if that is zero, they are
// unknown.
func (c *Columns) Printer(now time.Time) *Printer { return &Printer{columns: c, now: now, age: ""} }

// AppendCells appends the cells of the row of obj, one for each of [Columns.Definitions].
func (p *Printer) AppendCells(cells []any, obj map[string]any) []any {
	meta, _ := obj["metadata"].(map[string]any)
	name := meta["name"]
	if _, ok := name.(string); !ok {
		name = ""
	}
	cells = append(cells, name)
	for i := range p.columns.values {
		cells = append(cells, p.cell(&p.columns.values[i], obj))
	}
	return cells
}
