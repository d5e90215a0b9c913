package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/explain"
)

const explainLong = `explain says which Kubernetes version is the oldest that accepts a CRD, and what older ones have against
it. cost explains the costs of its rules.`

func newExplain(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "explain FILE...",
		Short:   "Say which servers accept a CRD, and why others do not",
		Long:    explainLong,
		Example: "  crdschema explain config/crd/",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			reader, refused := &input.Reader{Stdin: s.In}, false
			for _, name := range args {
				crds, err := readCRDs(c.Context(), reader, name)
				if err != nil {
					return err
				}
				for _, crd := range crds {
					result, err := crdschema.ValidateCRD(c.Context(), crd.Value, nil)
					if err != nil {
						return fmt.Errorf("%v: %w", &crd, err)
					}
					if result.Status() != nil {
						refused = true
						if _, err := fmt.Fprintf(s.Out, "%s: no version: %s\n", crd.Meta("name"), result.Status().Message); err != nil {
							return err
						}
						continue
					}
					least, err := explain.MinimumVersion(c.Context(), crd.Value)
					if err != nil {
						return fmt.Errorf("%v: %w", &crd, err)
					}
					if _, err := fmt.Fprintf(s.Out, "%s: %s\n", crd.Meta("name"), strings.TrimSpace(least.String())); err != nil {
						return err
					}
				}
			}
			if refused {
				return exit(report.ExitFindings)
			}
			return nil
		},
	}
}
