package kubectl

import (
	"fmt"
	"slices"
	"strings"
)

type column struct {
	name   string
	isName bool // the column of names of objects
	wide   bool // shown with -o wide only
}

type row struct {
	cells  []any
	object map[string]any // or nil
}

type table struct {
	columns []column
	rows    []row
}

func newTable(t map[string]any) *table {
	out := &table{}
	columns, _ := t["columnDefinitions"].([]any)
	for _, c := range columns {
		definition, _ := c.(map[string]any)
		priority, _ := definition["priority"].(int64)
		name, _ := definition["name"].(string)
		out.columns = append(out.columns, column{name: name, wide: priority != 0,
			isName: definition["format"] == "name" && definition["type"] == "string"})
	}
	rows, _ := t["rows"].([]any)
	for _, r := range rows {
		m, _ := r.(map[string]any)
		cells, _ := m["cells"].([]any)
		object, _ := m["object"].(map[string]any)
		out.rows = append(out.rows, row{cells: slices.Clone(cells), object: object})
	}
	return out
}

// decorate adds the columns that options ask for, and the kind to the names.
//
// Rule: k8s.io/cli-runtime/pkg/printers, decorateTable.
func (t *table) decorate(o *Options, k Kind, withKind bool) {
	if name := slices.IndexFunc(t.columns, func(c column) bool { return c.isName }); name >= 0 && withKind {
		for i := range t.rows {
			t.rows[i].cells[name] = fmt.Sprintf("%s%s", k.prefix(), t.rows[i].cells[name])
		}
	}
	if o.AllNamespaces && k.Namespaced {
		t.columns = append([]column{{name: "Namespace"}}, t.columns...)
		for i := range t.rows {
			r := &t.rows[i]
			r.cells = append([]any{r.metadata("namespace")}, r.cells...)
		}
	}
	for _, label := range o.LabelColumns {
		t.columns = append(t.columns, column{name: label[strings.LastIndexByte(label, '/')+1:]})
		for i := range t.rows {
			r := &t.rows[i]
			r.cells = append(r.cells, r.labels()[label])
		}
	}
	if o.ShowLabels {
		t.columns = append(t.columns, column{name: "Labels"})
		for i := range t.rows {
			r := &t.rows[i]
			r.cells = append(r.cells, formatLabels(r.labels()))
		}
	}
}

func (r *row) metadata(name string) string {
	meta, _ := r.object["metadata"].(map[string]any)
	text, _ := meta[name].(string)
	return text
}

// labels returns the labels of the object, or nil if one of them is not a string.
func (r *row) labels() map[string]string {
	meta, _ := r.object["metadata"].(map[string]any)
	labels, _ := meta["labels"].(map[string]any)
	out := make(map[string]string, len(labels))
	for name, v := range labels {
		text, ok := v.(string)
		if !ok && v != nil {
			return nil
		}
		out[name] = text
	}
	return out
}

func formatLabels(labels map[string]string) string {
	if len(labels) == 0 {
		return "<none>"
	}
	pairs := make([]string, 0, len(labels))
	for name, value := range labels {
		pairs = append(pairs, name+"="+value)
	}
	slices.Sort(pairs)
	return strings.Join(pairs, ",")
}
