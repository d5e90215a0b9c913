package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/crdtest"
)

const testLong = `test runs tables of cases, objects with the answers of a server that are expected. docs/TESTING.md and
the comment on package crdtest have the format; suites of github.com/openshift/api work, too.

With --coverage, it lists on standard error the rules, bounds, enum values, defaults, lists and branches of the CRDs
that no case exercises both ways.`

func newTest(s Streams) *cobra.Command {
	r := &tester{streams: s}
	c := &cobra.Command{
		Use:     "test [flags] FOLDER",
		Short:   "Run tables of cases for CRDs",
		Long:    testLong,
		Example: "  crdschema test -o text -o junit=report.xml config/crd/tests",
		Args:    cobra.ExactArgs(1),
		RunE:    r.run,
	}
	r.output.add(c)
	c.Flags().StringVar(&r.coverage, "coverage", "", "`FILE` or folder with CRDs: list what no case of them exercises")
	return c
}

type tester struct {
	streams  Streams
	output   outputFlags
	coverage string
}

func (r *tester) run(c *cobra.Command, args []string) error {
	ctx := c.Context()
	suite, err := crdtest.ReadSuite(ctx, os.DirFS(args[0]), ".")
	if err != nil {
		return err
	}
	covered, err := r.covered(ctx)
	if err != nil {
		return err
	}
	out, err := r.output.begin(c.Name(), r.streams.Out)
	if err != nil {
		return err
	}
	options := make([]crdtest.Option, len(covered))
	for i, coverage := range covered {
		options[i] = crdtest.WithCoverage(coverage)
	}
	for _, o := range suite.Check(ctx, options...) {
		if err = out.add(outcomeItem(o, args[0])); err != nil {
			break
		}
	}
	err = out.end(err, args[0])
	if len(covered) > 0 {
		r.printCoverage(covered)
	}
	return err
}

// outcomeItem returns a case as an item: refused if its answer is not the expected one.
func outcomeItem(o crdtest.Outcome, folder string) *report.Item {
	item := &report.Item{Verdict: report.Accepted, Name: o.Case}
	parts := strings.Split(o.Position, ":")
	item.File = filepath.Join(folder, parts[0])
	column := 0
	if len(parts) == 3 {
		item.Line, _ = strconv.Atoi(parts[1])
		column, _ = strconv.Atoi(parts[2])
	}
	for _, failure := range o.Failures {
		refuse(item, report.Finding{Level: report.Error, Rule: report.RuleExpectation, Message: failure, Line: item.Line, Column: column})
	}
	if o.Err != nil {
		refuse(item, report.Finding{Level: report.Error, Rule: report.RuleNoVerdict, Message: o.Err.Error(), Line: item.Line, Column: column})
		item.Verdict = report.Unreadable
	}
	return item
}

func (r *tester) covered(ctx context.Context) ([]*crdtest.Coverage, error) {
	if r.coverage == "" {
		return nil, nil
	}
	info, err := os.Stat(r.coverage)
	if err != nil {
		return nil, err
	}
	folder, name := filepath.Dir(r.coverage), filepath.Base(r.coverage)
	if info.IsDir() {
		folder, name = r.coverage, "."
	}
	definitions, err := crdtest.Load(ctx, os.DirFS(folder), name)
	if err != nil {
		return nil, err
	}
	var out []*crdtest.Coverage
	for _, d := range definitions.All() {
		out = append(out, crdtest.NewCoverage(d))
	}
	return out, nil
}

// printCoverage prints to standard error, beside the reports.
func (r *tester) printCoverage(covered []*crdtest.Coverage) {
	missing, all := 0, 0
	for _, c := range covered {
		all += len(c.Points())
		for _, p := range c.Missing() {
			missing++
			fmt.Fprintln(r.streams.Err, "not covered:", p)
		}
	}
	fmt.Fprintf(r.streams.Err, "covered %d of %d\n", all-missing, all)
}
