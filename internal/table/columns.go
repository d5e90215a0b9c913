package table

import (
	"iter"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/jsonpath"
	"github.com/seed95800270/crdschema/internal/work"
)

// Columns are the columns of a table.
type Columns struct {
	definitions []any
	values      []column
}

type column struct {
	path *jsonpath.Template
	// cell returns nil for a value of another type.
	cell func(p *Printer, v any) any
}

var nameColumn = crd.Column{
	Name: "Name", Type: "string", Format: "name",
	Description: "Name of the object, unique for its kind in its namespace. It does not change.",
}

var namePath = mustParse(".metadata.name")

func mustParse(path string) *jsonpath.Template {
	parsed, err := jsonpath.Parse("{" + path + "}")
	if err != nil {
		panic(err)
	}
	return parsed
}

// Age is the column of a table without declared columns.
var Age = crd.Column{
	Name: "Age", Type: "date", JSONPath: ".metadata.creationTimestamp",
	Description: "When the object was created. Set by the system.",
}

// New returns the column of the name and the declared columns, or [Age]. w may be nil; ignore
// the result when it has failed.
//
// Rules: New in the package of the tables; k8s.io/apiextensions-apiserver/pkg/apiserver,
// serveDefaultColumnsIfEmpty.
func New(w *work.Tracker, declared iter.Seq[crd.Column]) *Columns {
	c := &Columns{definitions: []any{definition(nameColumn)}, values: []column{{path: namePath, cell: nameCell}}}
	none := true
	for d := range declared {
		none = false
		if !c.add(w, d) {
			break
		}
	}
	if none {
		c.add(w, Age)
	}
	return c
}

func (c *Columns) add(w *work.Tracker, d crd.Column) bool {
	if w != nil && !w.Step(CellSteps+len(d.JSONPath)) {
		return false
	}
	path, err := jsonpath.Parse("{" + d.JSONPath + "}")
	if err != nil {
		return false
	}
	if d.Description == "" {
		d.Description = "Custom resource definition column (in JSONPath format): " + d.JSONPath
	}
	c.definitions = append(c.definitions, definition(d))
	c.values = append(c.values, column{path: path, cell: cellOf(d.Type)})
	return true
}

func definition(c crd.Column) any {
	return map[string]any{
		"name": c.Name, "type": c.Type, "format": c.Format, "description": c.Description, "priority": int64(c.Priority),
	}
}

// Definitions returns the TableColumnDefinitions of c.
func (c *Columns) Definitions() []any { return c.definitions }

// CellSteps are the steps of a cell beyond those that [Printer.AppendCells] counts.
const CellSteps = 8

// BlockSize is the number of rows that a [Printer] builds together: they fit into the
// processor's caches.
const BlockSize = 32

// Printer builds the rows of one table. It is not safe for concurrent use.
type Printer struct {
	columns   *Columns
	now       time.Time
	evaluator jsonpath.Evaluator
	values    [BlockSize]any // of one column
	age       any            // the last one
}

// Printer returns a printer of rows with ages relative to now, or unknown ages if now is
// zero. w counts the cells, their paths, and the bytes of built texts.
func (c *Columns) Printer(now time.Time, w *work.Tracker) *Printer {
	return &Printer{columns: c, now: now, age: "", evaluator: jsonpath.Evaluator{Work: w}}
}

// AppendCells appends the cells of the rows of at most [BlockSize] objects, one for each of
// [Columns.Definitions]. It works column by column. Cells are nil when the work has failed.
func (p *Printer) AppendCells(cells []any, objs []map[string]any) []any {
	width := len(p.columns.values)
	cells = slices.Grow(cells, len(objs)*width)
	rows := cells[len(cells) : len(cells)+len(objs)*width]
	for c := range p.columns.values {
		if !p.evaluator.Work.Step(len(objs)) {
			break
		}
		column := &p.columns.values[c]
		values := p.values[:len(objs)]
		p.evaluator.FirstOfEach(values, column.path, objs)
		for i, v := range values {
			rows[i*width+c] = column.cell(p, v)
		}
	}
	return cells[:len(cells)+len(rows)]
}
