package crdtest

import (
	"io/fs"
	"strings"
	"testing"
)

// Run runs the tables in a file of fsys, or in all files in and below a folder: each table and each case is a
// subtest. A failure begins with the file, line and column of the case. A mistake in a table, a
// CRD that a server rejects, and a folder without tables end the test.
func Run(t *testing.T, fsys fs.FS, name string, opts ...RunOption) {
	t.Helper()
	var r running
	for _, opt := range opts {
		opt.applyToRun(&r)
	}
	suite, err := ReadSuite(t.Context(), fsys, name, r.load...)
	if err != nil {
		t.Fatal(err)
	}
	for _, tab := range suite.tables {
		t.Run(tab.file, func(t *testing.T) {
			t.Helper()
			for _, o := range tab.check(t.Context(), r.request) {
				t.Run(o.Case, func(t *testing.T) { t.Helper(); o.report(t) })
			}
		})
	}
}

func (o Outcome) report(t T) {
	t.Helper()
	switch {
	case o.Err != nil:
		t.Fatalf("no verdict: %v", o.Err)
	case len(o.Failures) > 0:
		t.Errorf("%s: %s", o.Position, strings.Join(o.Failures, "\n\t"))
	}
}

// RunOption adjusts [Run].
type RunOption interface{ applyToRun(r *running) }

// running is what the options of Run say.
type running struct {
	load    []LoadOption
	request []Option
}

type runOption func(r *running)

func (o runOption) applyToRun(r *running) { o(r) }

// WithLoadOptions passes options to the CRDs of tables.
func WithLoadOptions(opts ...LoadOption) RunOption {
	return runOption(func(r *running) { r.load = append(r.load, opts...) })
}

// WithRequestOptions passes options to the requests of tables: a case's own options win.
func WithRequestOptions(opts ...Option) RunOption {
	return runOption(func(r *running) { r.request = append(r.request, opts...) })
}
