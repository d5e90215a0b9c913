package command

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/structural"
)

const costLong = `cost explains the estimated costs of the rules of CRDs, part by part, with the limits of the schema that
decide them. If they exceed the limits of a server, it adds the bounds with which they fit, and the
exit code is 1.`

func newCost(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "cost CRD...",
		Short:   "Explain the costs of rules, and suggest bounds",
		Long:    costLong,
		Example: "  crdschema cost config/crd/",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			code := report.ExitFine
			err := eachDefinition(c.Context(), &input.Reader{Stdin: s.In}, args, func(d *crdschema.Definition) error {
				for _, name := range d.Versions() {
					fits, err := explainCosts(c.Context(), d, name, s.Out)
					if err != nil {
						return err
					}
					if !fits {
						code = report.ExitFindings
					}
				}
				return nil
			})
			if err != nil {
				return err
			}
			return exit(code)
		},
	}
}

// explainCosts prints the costs of a version, and reports whether they fit the limits.
func explainCosts(ctx context.Context, d *crdschema.Definition, version string, to io.Writer) (bool, error) {
	v, _ := d.Version(version)
	rules := celrules.Compile(v.Schema(), structural.Resource)
	costs, err := rules.ExplainCost(ctx)
	if err != nil {
		return false, err
	}
	suggestion, err := rules.SuggestBounds(ctx, celrules.Fit{})
	if err != nil {
		return false, err
	}
	if _, err := fmt.Fprintf(to, "%s version %s\n%v", d.Name(), version, costs); err != nil {
		return false, err
	}
	fits := suggestion.Fits() && len(suggestion.Bounds) == 0
	if !fits {
		_, err = fmt.Fprintf(to, "suggestion: %v\n", suggestion)
	}
	return fits, err
}
