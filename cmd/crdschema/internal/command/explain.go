package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/explain"
)

const explainLong = `explain says which Kubernetes version is the oldest that accepts a CRD, and what older ones have against
it. About a CRD that no version accepts, it says what is wrong, where, what to do, and what that loses:
one problem for each cause. Fields that a server drops are problems, too. The exit code is 1 if a CRD is
not accepted. cost explains the costs of rules.`

func newExplain(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "explain FILE...",
		Short:   "Say which servers accept a CRD, and why others do not",
		Long:    explainLong,
		Example: "  crdschema explain config/crd/",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			code := report.ExitFine
			err := eachCRD(c.Context(), &input.Reader{Stdin: s.In}, args, func(crd *input.Object) error {
				accepted, err := explainCRD(c.Context(), crd, s.Out)
				if !accepted {
					code = report.ExitFindings
				}
				return err
			})
			if err != nil {
				return err
			}
			return exit(code)
		},
	}
}

// explainCRD prints the oldest version that accepts a CRD, or that none does, and its problems.
func explainCRD(ctx context.Context, crd *input.Object, to io.Writer) (accepted bool, err error) {
	result, err := crdschema.ValidateCRD(ctx, crd.Value, nil)
	if err != nil {
		return false, err
	}
	verdict := "no version accepts it"
	if accepted = result.Status() == nil; accepted {
		least, err := explain.MinimumVersion(ctx, crd.Value)
		if err != nil {
			return false, err
		}
		verdict = strings.TrimSpace(least.String())
	}
	problems, err := explain.CRD(ctx, crd.Value, result)
	if err != nil {
		return false, err
	}
	source := explain.Source{Name: crd.File, Root: crd.Path}
	if source.Positions, source.Before, err = crd.Positions(ctx); err != nil {
		return false, err
	}
	text := &strings.Builder{}
	fmt.Fprintf(text, "%s: %s\n", crd.Meta("name"), verdict)
	for _, p := range problems {
		text.WriteString(p.Text(source))
	}
	_, err = io.WriteString(to, terminal(to).Format(text.String()))
	return accepted, err
}

// terminalWidth is the number of characters that every terminal shows in a line.
const terminalWidth = 80

// terminal returns how to format texts for a writer.
func terminal(to io.Writer) explain.Terminal {
	if !isTerminal(to) {
		return explain.Terminal{}
	}
	return explain.Terminal{Width: terminalWidth, Color: os.Getenv("NO_COLOR") == ""}
}
