package command

import (
	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

func newSchema(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of JSON reports",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := s.Out.Write(report.Schema)
			return err
		},
	}
}
