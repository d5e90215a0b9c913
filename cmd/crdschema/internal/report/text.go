package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed95800270/crdschema/internal/textlines"
)

// text writes a line for each finding, as compilers do.
type text struct {
	to io.Writer
	o  Options
}

func newText(to io.Writer, o Options) Writer { return &text{to, o} }

var colors = map[string]string{
	string(Error): "\x1b[31m", string(Warning): "\x1b[33m", string(Note): "\x1b[36m", "dropped": "\x1b[33m",
	string(Refused): "\x1b[31m", string(Unreadable): "\x1b[31m", string(Accepted): "\x1b[32m", string(Skipped): "\x1b[36m",
}

func (t *text) Item(i *Item) error {
	var out strings.Builder
	warned := map[[2]int]bool{}
	for _, f := range i.Findings {
		if i.Verdict == Skipped && !t.o.Verbose {
			continue
		}
		warned[[2]int{f.Line, f.Column}] = true
		t.line(&out, position(i.File, f.Line, f.Column), string(f.Level), f.Message+about(i))
		if f.Hint != "" {
			writeLines(&out, "    hint: "+f.Hint)
		}
	}
	for _, d := range i.Dropped {
		if !warned[[2]int{d.Line, d.Column}] {
			t.line(&out, position(i.File, d.Line, d.Column), "dropped", d.Path+about(i))
		}
	}
	if t.o.Verbose {
		t.line(&out, position(i.File, i.Line, 0), string(i.Verdict), i.Title())
	}
	if out.Len() == 0 {
		return nil
	}
	_, err := io.WriteString(t.to, out.String())
	return err
}

func about(i *Item) string {
	if title := i.Title(); title != "" {
		return " (" + title + ")"
	}
	return ""
}

func (t *text) End(s *Summary) error {
	_, err := fmt.Fprintln(t.to, s)
	return err
}

func (t *text) line(out *strings.Builder, at, word, message string) {
	if color := colors[word]; t.o.Color && color != "" {
		textlines.AppendPrintable(out, at)
		out.WriteString(": " + color + word + "\x1b[0m")
		writeLines(out, ": "+message)
		return
	}
	writeLines(out, at+": "+word+": "+message)
}

// writeLines writes lines. The second and the others are indented.
func writeLines(out *strings.Builder, lines string) {
	for i, line := range strings.Split(strings.TrimSuffix(lines, "\n"), "\n") {
		if i > 0 {
			out.WriteString("    ")
		}
		textlines.AppendPrintable(out, strings.TrimRight(line, " "))
		out.WriteByte('\n')
	}
}
