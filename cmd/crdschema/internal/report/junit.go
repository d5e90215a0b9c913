package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// junit writes a test case for each item. It holds the cases, because the numbers come first.
type junit struct {
	to    io.Writer
	o     Options
	cases bytes.Buffer
}

func newJUnit(to io.Writer, o Options) Writer { return &junit{to: to, o: o} }

func (j *junit) Item(i *Item) error {
	title := i.Title()
	if title == "" {
		title = position(i.File, i.Line, 0)
	}
	fmt.Fprintf(&j.cases, `    <testcase classname="%s" name="%s" file="%s" line="%d">`, escaped(i.File), escaped(title), escaped(i.File), i.Line)
	switch i.Verdict {
	case Accepted:
	case Refused:
		j.reason("failure", i)
	case Unreadable:
		j.reason("error", i)
	case Skipped:
		fmt.Fprintf(&j.cases, `<skipped message="%s"/>`, escaped(first(i, Note).Message))
	}
	if i.Has(Warning) && (i.Verdict == Accepted || i.Has(Error)) {
		j.cases.WriteString("<system-out>" + escaped(lines(i, Warning)) + "</system-out>")
	}
	j.cases.WriteString("</testcase>\n")
	return nil
}

// reason writes the errors of an item. compat refuses an update with warnings alone: then these are the
// reasons.
func (j *junit) reason(element string, i *Item) {
	level := Error
	if !i.Has(Error) {
		level = Warning
	}
	f := first(i, level)
	fmt.Fprintf(&j.cases, `<%s type="%s" message="%s">%s</%s>`, element, escaped(f.Rule), escaped(f.Message), escaped(lines(i, level)), element)
}

func first(i *Item, level Level) Finding {
	for _, f := range i.Findings {
		if f.Level == level {
			return f
		}
	}
	return Finding{}
}

// lines returns the findings of a level as text, with their hints.
func lines(i *Item, level Level) string {
	var out strings.Builder
	for _, f := range i.Findings {
		if f.Level != level {
			continue
		}
		writeLines(&out, position(i.File, f.Line, f.Column)+": "+f.Message)
		if f.Hint != "" {
			writeLines(&out, "    hint: "+f.Hint)
		}
	}
	return out.String()
}

func (j *junit) End(s *Summary) error {
	attributes := fmt.Sprintf(`name="crdschema %s" tests="%d" failures="%d" errors="%d" skipped="%d"`,
		escaped(j.o.Command), s.Total(), s.Refused, s.Unreadable, s.Skipped)
	_, err := fmt.Fprintf(j.to, "%s<testsuites %s>\n  <testsuite %s>\n%s  </testsuite>\n</testsuites>\n", xml.Header, attributes, attributes, j.cases.Bytes())
	return err
}

// escaped returns text for an attribute or an element. XML cannot have control characters.
func escaped(s string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(s)) // a Builder does not fail
	return out.String()
}
