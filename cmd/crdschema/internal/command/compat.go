package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/structural"
)

const compatLong = `compat says what an update of CRDs does to their clients and to stored objects. A CRD is compared with
the one of the same name. A new one needs no comparison, and one that is gone is refused.

A change that is breaking or unproven refuses the CRD. Its line names who notices. -v lists what is
proved safe, too, and the steps for stored objects.`

func newCompat(s Streams) *cobra.Command {
	var output outputFlags
	c := &cobra.Command{
		Use:     "compat [flags] OLD NEW",
		Short:   "Say what an update of CRDs breaks",
		Long:    compatLong,
		Example: "  crdschema compat old.yaml new.yaml\n  crdschema compat git:origin/main:config/crd config/crd",
		Args:    cobra.ExactArgs(2),
	}
	output.add(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if readsTwice(args) {
			return errStdinTwice
		}
		if err := output.checkInputs(args...); err != nil {
			return err
		}
		ctx, reader := c.Context(), &input.Reader{Stdin: s.In, Written: output.files()}
		old, err := readCRDs(ctx, reader, args[0])
		if err != nil {
			return err
		}
		upgraded, err := readCRDs(ctx, reader, args[1])
		if err != nil {
			return err
		}
		out, err := output.begin(c.Name(), s.Out)
		if err != nil {
			return err
		}
		return out.end(compareCRDs(ctx, old, upgraded, output.verbose, out.add), args[1])
	}
	return c
}

func compareCRDs(ctx context.Context, old, upgraded []input.Object, verbose bool, add func(*report.Item) error) error {
	before, kept := map[string]*input.Object{}, map[string]bool{}
	for i := range old {
		before[old[i].Meta("name")] = &old[i]
	}
	for i := range upgraded {
		o := &upgraded[i]
		item := itemOf(o)
		if was := before[o.Meta("name")]; was != nil {
			kept[o.Meta("name")] = true
			compareCRD(ctx, was, o, verbose, &item)
		}
		if err := add(&item); err != nil {
			return err
		}
	}
	for i := range old {
		if o := before[old[i].Meta("name")]; o == &old[i] && !kept[o.Meta("name")] {
			item := itemOf(o)
			refuse(&item, report.Finding{Level: report.Error, Rule: report.RuleRemoved, Message: "the CRD is gone: its removal deletes all of its objects", Line: o.At.Line})
			if err := add(&item); err != nil {
				return err
			}
		}
	}
	return nil
}

func itemOf(o *input.Object) report.Item {
	return report.Item{Verdict: report.Accepted, File: o.File, Line: o.At.Line, APIVersion: o.Text("apiVersion"), Kind: o.Text("kind"), Name: o.Meta("name")}
}

func refuse(i *report.Item, f report.Finding) {
	i.Verdict, i.Findings = report.Refused, append(i.Findings, f)
}

var levels = map[compat.Severity]report.Level{compat.Info: report.Note, compat.Warning: report.Warning, compat.Error: report.Error}

func compareCRD(ctx context.Context, old, upgraded *input.Object, verbose bool, item *report.Item) {
	result, err := compat.Compare(ctx, old.Value, upgraded.Value)
	if err != nil {
		item.Verdict = report.Unreadable
		item.Findings = append(item.Findings, report.Finding{Level: report.Error, Rule: report.RuleNoVerdict, Message: err.Error(), Line: item.Line})
		return
	}
	if result.Verdict() != compat.Safe {
		item.Verdict = report.Refused
	}
	for _, f := range result.Findings {
		if f.Severity == compat.Info && !verbose {
			continue
		}
		item.Findings = append(item.Findings, findingOf(ctx, f, upgraded))
	}
	if result.Omitted > 0 {
		refuse(item, report.Finding{Level: report.Error, Rule: report.RuleOmitted, Message: fmt.Sprintf("%d more changes are not listed", result.Omitted), Line: item.Line})
	}
	for i, step := range result.Steps {
		if verbose {
			item.Findings = append(item.Findings, report.Finding{Level: report.Note, Rule: report.RuleStep, Message: fmt.Sprintf("step %d: %s", i+1, step), Line: item.Line})
		}
	}
}

// findingOf returns a change at its position in the new CRD. A part that only the old one has is
// reported where it would be.
func findingOf(ctx context.Context, f compat.Finding, upgraded *input.Object) report.Finding {
	path := f.Path
	if path == nil {
		path = f.OldPath
	}
	at := upgraded.PositionOf(ctx, path)
	return report.Finding{
		Level: levels[f.Severity], Rule: f.Check, Message: f.String(), Path: pathText(path), Line: at.Line, Column: at.Column,
	}
}

func pathText(path structural.Path) string {
	if len(path) == 0 {
		return ""
	}
	return path.String()
}
