package report

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Writer writes a report in one format.
type Writer interface {
	Item(*Item) error
	// End is called once, after the last item.
	End(*Summary) error
}

// Options adjust the formats.
type Options struct {
	// Command is the name of the command.
	Command string
	// Version is the version of the program.
	Version string
	// Verbose makes text list what is accepted or skipped.
	Verbose bool
	// Color colors text.
	Color bool
}

var formats = map[string]func(to io.Writer, o Options) Writer{
	"text":   newText,
	"json":   newJSON,
	"junit":  newJUnit,
	"sarif":  newSARIF,
	"github": newGitHub,
}

// Formats returns the names of all formats, sorted.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// New returns the writer of a format.
func New(format string, to io.Writer, o Options) (Writer, error) {
	make, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("the format %q is not one of %s", format, strings.Join(Formats(), ", "))
	}
	return make(to, o), nil
}

// All writes to several writers. After its first error, a writer gets nothing more; the others do.
type All struct {
	Writers []Writer
	errs    []error
}

// Item passes an item on. Its error is nil until no writer is left.
func (a *All) Item(i *Item) error { return a.each(func(w Writer) error { return w.Item(i) }) }

// End ends all reports, and returns the errors of all writers.
func (a *All) End(s *Summary) error {
	_ = a.each(func(w Writer) error { return w.End(s) }) // the errors are kept
	return errors.Join(a.errs...)
}

func (a *All) each(write func(Writer) error) error {
	a.Writers = slices.DeleteFunc(a.Writers, func(w Writer) bool {
		err := write(w)
		if err != nil {
			a.errs = append(a.errs, err)
		}
		return err != nil
	})
	if len(a.Writers) == 0 {
		return errors.Join(a.errs...)
	}
	return nil
}
