package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

// outputFlags say which reports a command writes.
type outputFlags struct {
	formats []string
	verbose bool
}

func (o *outputFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVarP(&o.formats, "output", "o", []string{"text"},
		"`FORMAT` or FORMAT=FILE of a report: "+strings.Join(report.Formats(), ", ")+"; may be repeated")
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "also list what is accepted or skipped, as text")
	_ = c.RegisterFlagCompletionFunc("output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return report.Formats(), cobra.ShellCompDirectiveNoFileComp
	})
}

// files returns the files of the reports.
func (o *outputFlags) files() (out []string) {
	for _, text := range o.formats {
		if _, file, toFile := strings.Cut(text, "="); toFile {
			out = append(out, file)
		}
	}
	return out
}

// checkInputs returns an error if a report would overwrite one of the files that are read.
func (o *outputFlags) checkInputs(names ...string) error {
	for _, file := range o.files() {
		report, err := os.Stat(file)
		if err != nil || !report.Mode().IsRegular() {
			continue
		}
		for _, name := range names {
			if info, err := os.Stat(name); err == nil && os.SameFile(report, info) {
				return fmt.Errorf("the report %s would overwrite an input", file)
			}
		}
	}
	return nil
}

// outputs are the open reports of a run.
type outputs struct {
	report.All
	closers []func() error
}

// open opens the reports. A report on standard output is written at once on a terminal.
func (o *outputFlags) open(command string, stdout io.Writer) (*outputs, error) {
	out, taken := &outputs{}, false
	for _, text := range o.formats {
		format, file, toFile := strings.Cut(text, "=")
		to, options := stdout, report.Options{Command: command, Version: version(), Verbose: o.verbose}
		switch {
		case toFile:
			f, err := os.Create(file)
			if err != nil {
				return nil, errors.Join(err, out.close())
			}
			to = out.buffer(f, f.Close)
		case taken:
			return nil, fmt.Errorf("only one report can go to standard output: write --output %s=FILE", format)
		case isTerminal(stdout):
			taken, options.Color = true, os.Getenv("NO_COLOR") == ""
		default:
			taken, to = true, out.buffer(stdout, nil)
		}
		w, err := report.New(format, to, options)
		if err != nil {
			return nil, errors.Join(err, out.close())
		}
		out.Writers = append(out.Writers, w)
	}
	return out, nil
}

func (o *outputs) buffer(to io.Writer, closeFile func() error) io.Writer {
	buffered := bufio.NewWriterSize(to, 64<<10)
	o.closers = append(o.closers, buffered.Flush)
	if closeFile != nil {
		o.closers = append(o.closers, closeFile)
	}
	return buffered
}

func (o *outputs) close() error {
	var errs []error
	for _, c := range o.closers {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}

// end ends and closes the reports.
func (o *outputs) end(s *report.Summary) error {
	return errors.Join(o.End(s), o.close())
}
