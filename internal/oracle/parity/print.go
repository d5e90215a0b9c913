package parity

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// printed is the number of differing cases that a run prints.
const printed = 5

// inputLimit is how much of an input is printed. Most inputs have been reduced to
// the relevant part.
const inputLimit = 8000

// finding is a case that differs.
type finding struct {
	index int
	label string
	input any
	diffs []difference
}

func (f finding) print(w io.Writer, name string) {
	fmt.Fprintf(w, "--- %s: case %q differs\n", name, f.label)
	fmt.Fprintf(w, "input:\n%s\n", indent(shorten(show(f.input), inputLimit)))
	for _, d := range f.diffs {
		fmt.Fprintf(w, "%s, ours:\n%s\n", d.what, indent(shorten(show(d.ours), inputLimit)))
		fmt.Fprintf(w, "%s, theirs:\n%s\n", d.what, indent(shorten(show(d.theirs), inputLimit)))
		fmt.Fprintf(w, "%s, -ours +theirs:\n%s\n", d.what, indent(d.diff))
	}
}

// show returns a value as JSON if possible.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []string:
		return strings.Join(v, "\n")
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	if text, err := json.MarshalIndent(v, "", " "); err == nil {
		return string(text)
	}
	return fmt.Sprintf("%+v", v)
}

func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return fmt.Sprintf("%s\n… %d bytes more", s[:limit], len(s)-limit)
}

func indent(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n    ")
}
