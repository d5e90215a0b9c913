package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/judge"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/fragment"
)

// judging is what validate and check share: read, judge, report.
type judging struct {
	streams    Streams
	output     outputFlags
	crds       []string
	openapi    []string
	old        string
	exclude    []string
	minor      string
	validation string
	namespace  string
	skip       bool
	onlyCRDs   bool
}

var fieldValidations = map[string]crdschema.FieldValidation{
	"strict": crdschema.Strict, "warn": crdschema.Warn, "ignore": crdschema.Ignore,
}

func (j *judging) addFlags(c *cobra.Command) {
	j.output.add(c)
	c.Flags().StringVar(&j.old, "old", "", "`FILE` or folder with stored objects; objects of the same kind and name update them")
	c.Flags().StringArrayVar(&j.exclude, "exclude", nil, "`PATTERN` of names, or of paths in folders, to leave out; may be repeated")
	c.Flags().StringVar(&j.minor, "server-minor", "", "`MINOR` version of the server, 1.30 to 1.37 (default 1.37)")
	c.Flags().StringVar(&j.validation, "field-validation", "strict", "`MODE` for unknown and repeated fields: strict, warn or ignore")
	_ = c.RegisterFlagCompletionFunc("field-validation", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return slices.Sorted(maps.Keys(fieldValidations)), cobra.ShellCompDirectiveNoFileComp
	})
}

func (j *judging) judge(ctx context.Context, reader *input.Reader) (*judge.Judge, error) {
	validation, ok := fieldValidations[j.validation]
	if !ok {
		return nil, fmt.Errorf("the mode %q is not one of ignore, strict, warn", j.validation)
	}
	var options []crdschema.CompilerOption
	if j.minor != "" {
		options = append(options, crdschema.WithKubernetesVersion(j.minor))
	}
	compiler := crdschema.NewCompiler(options...)
	if _, err := compiler.AdmitCRD(ctx, crdschema.CRDRequest{CRD: map[string]any{}}); err != nil && j.minor != "" {
		return nil, err
	}
	out := &judge.Judge{
		Compiler: compiler, Definitions: judge.NewDefinitions(compiler),
		FieldValidation: validation, Namespace: j.namespace, OnlyCRDs: j.onlyCRDs,
	}
	if len(j.openapi) > 0 {
		out.Published = judge.NewPublished(fragment.NewCompiler())
	}
	if j.skip {
		out.Unknown = judge.UnknownSkipped
	}
	if j.old == "" {
		return out, nil
	}
	var err error
	out.Stored, err = judge.ReadStored(ctx, reader.Sources(ctx, j.old))
	return out, err
}

// run judges the objects of names, and returns the exit code as an error.
func (j *judging) run(c *cobra.Command, names []string) error {
	ctx := c.Context()
	if readsTwice(append(slices.Concat(j.crds, j.openapi, names), j.old)) {
		return errStdinTwice
	}
	if err := j.output.checkInputs(append(slices.Concat(j.crds, j.openapi, names), j.old)...); err != nil {
		return err
	}
	reader := &input.Reader{Stdin: j.streams.In, Exclude: j.exclude, Written: j.output.files()}
	judge, err := j.judge(ctx, reader)
	if err != nil {
		return err
	}
	out, err := j.output.begin(c.Name(), j.streams.Out)
	if err != nil {
		return err
	}
	p := newProgress(j.streams)
	add := func(i *report.Item) error {
		p.show(&out.sum, i.File)
		return out.add(i)
	}
	for _, name := range j.crds {
		define(ctx, judge, name, reader, func(i report.Item) { err = errors.Join(err, add(&i)) })
	}
	if len(j.openapi) > 0 {
		judge.Published.Read(ctx, reader.Sources(ctx, j.openapi...), func(i report.Item) { err = errors.Join(err, add(&i)) })
	}
	judge.Collect(ctx, reader.Sources(ctx, names...))
	if err == nil {
		err = judge.Run(ctx, reader.Sources(ctx, names...), add)
	}
	p.end()
	return out.end(err, strings.Join(names, ", "))
}

// define compiles the CRDs of a name. A name without one is an item, which says if it has JSON schemas of
// kinds. Beside CRDs, a schema may be one of a chart's values.
func define(ctx context.Context, j *judge.Judge, name string, reader *input.Reader, yield func(report.Item)) {
	failed := false
	found := j.Define(ctx, reader.Sources(ctx, name), func(i report.Item) {
		failed = true
		yield(i)
	})
	item, why := found.Schema, ""
	switch {
	case found.Schemas > 0 && found.CRDs == 0:
		why = fmt.Sprintf("JSON schemas are not CustomResourceDefinitions (there are %d in %s): they lack what a server judges by, such as "+
			"rules, defaults, keys of lists and the scope. Give the CRDs that they were made from", found.Schemas, name)
	case found.CRDs == 0 && !failed:
		item.File, why = name, "there is no CustomResourceDefinition"
	default:
		return
	}
	item.Verdict = report.Unreadable
	item.Findings = []report.Finding{{Level: report.Error, Rule: report.RuleNoDefinition, Message: why, Line: item.Line}}
	yield(item)
}

func readsTwice(names []string) bool {
	count := 0
	for _, name := range names {
		if name == input.Stdin {
			count++
		}
	}
	return count > 1
}

var errStdinTwice = errors.New("standard input can be given once only")
