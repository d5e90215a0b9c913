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

const costLong = `cost explains the estimated costs of the rules of a CRD, part by part, with the limits of the schema that
decide them. If they exceed the limits of a server, it adds the bounds with which they fit, and the
exit code is 1.`

func newCost(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "cost CRD",
		Short:   "Explain the costs of rules, and suggest bounds",
		Long:    costLong,
		Example: "  crdschema cost crd.yaml",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			d, err := readDefinition(c.Context(), &input.Reader{Stdin: s.In}, args[0])
			if err != nil {
				return err
			}
			code := report.ExitFine
			for _, name := range d.Versions() {
				v, _ := d.Version(name)
				fits, err := explainCosts(c.Context(), v, s.Out)
				if err != nil {
					return err
				}
				if !fits {
					code = report.ExitFindings
				}
			}
			return exit(code)
		},
	}
}

// explainCosts prints the costs of a version, and reports whether they fit the limits.
func explainCosts(ctx context.Context, v *crdschema.Version, to io.Writer) (bool, error) {
	rules := celrules.Compile(v.Schema(), structural.Resource)
	costs, err := rules.ExplainCost(ctx)
	if err != nil {
		return false, err
	}
	suggestion, err := rules.SuggestBounds(ctx, celrules.Fit{})
	if err != nil {
		return false, err
	}
	if _, err := fmt.Fprintf(to, "version %s\n%v", v.Name(), costs); err != nil {
		return false, err
	}
	fits := suggestion.Fits() && len(suggestion.Bounds) == 0
	if !fits {
		_, err = fmt.Fprintf(to, "suggestion: %v\n", suggestion)
	}
	return fits, err
}
