package crdtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Suite is the tables of a file or folder. It is immutable and safe for concurrent use.
type Suite struct{ tables []table }

// table is the cases of one file.
type table struct {
	file  string
	cases []testCase
}

// testCase is one case of a table.
type testCase interface {
	title() string
	position() string
	// check returns how the answer differs from the expected one. done has the answers of earlier
	// cases of the table by name. The error says why there is no verdict.
	check(ctx context.Context, done map[string]Answer, opts []Option) (lines []string, err error)
}

// Outcome is what became of one case.
type Outcome struct {
	// File is the name of the table, and Case the name of the case.
	File string `json:"file"`
	Case string `json:"case"`
	// Position is the file, line and column of the case.
	Position string `json:"position"`
	// Failures are how the server's answer differs from the expected one: lines of text. They
	// are empty for a case that passes.
	Failures []string `json:"failures,omitempty"`
	// Err says why there is no verdict, or is nil. Its text is the field error in JSON.
	Err error `json:"-"`
}

// MarshalJSON returns the fields of o, passed, and the text of Err as JSON.
func (o Outcome) MarshalJSON() ([]byte, error) {
	type fields Outcome
	out := struct {
		fields
		Passed bool   `json:"passed"`
		Error  string `json:"error,omitempty"`
	}{fields: fields(o), Passed: o.Passed()}
	if o.Err != nil {
		out.Error = o.Err.Error()
	}
	return json.Marshal(out)
}

// Passed reports whether the server's answer is the expected one.
func (o Outcome) Passed() bool { return o.Err == nil && len(o.Failures) == 0 }

// ReadSuite returns the tables in a file of fsys, or in all files in and below a folder. Objects, with apiVersion
// and kind, and files without fields of tables are ignored. The error lists all mistakes in tables with file, line and column. It is
// an error if there is no table, or a table without a case.
func ReadSuite(ctx context.Context, fsys fs.FS, name string, opts ...LoadOption) (*Suite, error) {
	names, err := filesIn(fsys, name)
	if err != nil {
		return nil, err
	}
	s, errs := &Suite{}, []error(nil)
	for _, file := range names {
		t, err := readTable(ctx, fsys, file, opts)
		if err != nil {
			errs = append(errs, err)
		}
		if t != nil {
			s.tables = append(s.tables, *t)
		}
	}
	if len(errs) == 0 && len(s.tables) == 0 {
		errs = append(errs, fmt.Errorf("%s: there is no table: a file with the field cases or tests", name))
	}
	return s, errors.Join(errs...)
}

// readTable returns the table in a file, or nil if the file holds other objects.
func readTable(ctx context.Context, fsys fs.FS, file string, opts []LoadOption) (*table, error) {
	items, err := readFiles(ctx, fsys, file)
	if err != nil {
		return nil, err
	}
	var found *table
	for _, it := range items {
		format := formatOf(it.object)
		if format == noTable {
			continue
		}
		if found == nil {
			found = &table{file: file}
		}
		r := &reader{ctx: ctx, item: it}
		r.errs = it.repeated(ctx)
		if format == openshiftSuite {
			found.cases = append(found.cases, r.openshiftCases(fsys, opts)...)
		} else {
			found.cases = append(found.cases, r.tableCases(fsys, opts)...)
		}
		if err := r.err(); err != nil {
			return nil, err
		}
	}
	if found != nil && len(found.cases) == 0 { // an empty list
		return nil, fmt.Errorf("%s: there is no case", file)
	}
	return found, nil
}

// tableFormat is the format of a table.
type tableFormat uint8

const (
	noTable tableFormat = iota
	ownTable
	openshiftSuite
)

// formatOf returns the format of a document. One field of a table, or nearly one, makes a table, so that a
// misspelled one is a mistake.
func formatOf(obj map[string]any) tableFormat {
	if t := typeOf(obj); t.apiVersion != "" && t.kind != "" {
		return noTable
	}
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { _, found := obj[name]; return found })
	}
	switch {
	case has("tests", "crdName"):
		return openshiftSuite
	case has("cases", "crd", "base"):
		return ownTable
	}
	for name := range obj {
		switch strings.TrimSuffix(strings.ToLower(name), "s") {
		case "case", "crd":
			return ownTable
		case "test", "crdname":
			return openshiftSuite
		}
	}
	return noTable
}

// Check returns the outcome of each case, in the order of the tables.
func (s *Suite) Check(ctx context.Context, opts ...Option) []Outcome {
	var all []Outcome
	for _, t := range s.tables {
		all = append(all, t.check(ctx, opts)...)
	}
	return all
}

func (t table) check(ctx context.Context, opts []Option) []Outcome {
	done := map[string]Answer{}
	var all []Outcome
	for _, c := range t.cases {
		o := Outcome{File: t.file, Case: c.title(), Position: c.position()}
		o.Failures, o.Err = c.check(ctx, done, opts)
		all = append(all, o)
	}
	return all
}
