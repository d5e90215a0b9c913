package kubectl

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Print prints tables one below the other, with an empty line between them if they have
// headers. It reports whether it has printed anything.
//
// Several tables are sorted as objects, and then the rows of each. The error says in kubectl's
// words that the tables cannot be sorted or that values cannot be compared, or that w cannot
// be written to. kubectl drops other errors of sorting rows, and prints nothing of their
// table.
//
// Rule: k8s.io/kubectl/pkg/cmd/get, GetOptions.Run.
func (o *Options) Print(w io.Writer, listings []Listing) (printed bool, err error) {
	if listings, err = receivedListings(listings); err != nil {
		return false, err
	}
	if o.SortBy != "" && len(listings) > 1 {
		if err := o.sortListings(listings); err != nil {
			return false, err
		}
	}
	out := bufio.NewWriter(w)
	for _, l := range listings {
		t := newTable(l.Table)
		sorted, err := t.sort(o)
		switch {
		case err != nil:
			_ = out.Flush() // err is the first one
			return printed, err
		case !sorted || len(t.rows) == 0:
			continue
		case printed && !o.NoHeaders:
			_ = out.WriteByte('\n') // Flush returns the error
		}
		printed = true
		t.decorate(o, l.Kind, o.ShowKind || len(listings) > 1)
		t.print(out, o)
	}
	return printed, out.Flush()
}

// print prints a table that has rows.
//
// Rule: k8s.io/cli-runtime/pkg/printers, printTable.
func (t *table) print(w io.Writer, o *Options) {
	out := tabwriter.NewWriter(w, 6, 4, 3, ' ', 0)
	shown := t.shown(o)
	widths := t.widths(shown)
	if !o.NoHeaders {
		cells := make([]string, len(shown))
		for i, c := range shown {
			cells[i] = strings.ToUpper(t.columns[c].name)
			if i < len(shown)-1 {
				cells[i] = pad(cells[i], widths[i]-len(cells[i]))
			}
		}
		writeRow(out, cells)
	}
	for n := range t.rows {
		writeRow(out, t.rows[n].texts(shown, widths, o.NoHeaders && n == 0))
	}
	_ = out.Flush() // the writer below keeps the error
}

func (t *table) shown(o *Options) (shown []int) {
	for i, c := range t.columns {
		if o.Output == Wide || !c.wide {
			shown = append(shown, i)
		}
	}
	return shown
}

// widths returns the length of the longest cell of each shown column, in bytes.
func (t *table) widths(shown []int) []int {
	widths := make([]int, len(shown))
	for n := range t.rows {
		for i, c := range shown {
			if c < len(t.rows[n].cells) {
				widths[i] = max(widths[i], len(text(t.rows[n].cells[c])))
			}
		}
	}
	return widths
}

func (r *row) texts(shown, widths []int, padded bool) (cells []string) {
	for i, c := range shown {
		if c >= len(r.cells) {
			break
		}
		plain := text(r.cells[c])
		cell := escape(plain)
		if padded && i < len(shown)-1 {
			cell = pad(cell, widths[i]-len(plain))
		}
		cells = append(cells, cell)
	}
	return cells
}

func pad(text string, n int) string { return text + strings.Repeat(" ", max(n, 0)) }

func text(cell any) string {
	switch cell := cell.(type) {
	case nil:
		return ""
	case string:
		return cell
	}
	return fmt.Sprint(cell)
}

var escaper = strings.NewReplacer("\x1b", "^[")

// escape returns the text of a cell up to the first line break, without escape characters.
//
// Rule: k8s.io/cli-runtime/pkg/printers, appendCellValue.
func escape(text string) string {
	if i := strings.IndexAny(text, "\f\n\r"); i >= 0 {
		return escaper.Replace(text[:i]) + "..."
	}
	return escaper.Replace(text)
}

func writeRow(w io.Writer, cells []string) {
	_, _ = io.WriteString(w, strings.Join(cells, "\t")+"\n") // the writer below keeps the error
}
