package command

import "github.com/spf13/cobra"

const checkLong = `check judges CRDs as a server does that creates them, or with --old updates them, and says what to do
about each error. Other objects are skipped and counted.`

func newCheck(s Streams) *cobra.Command {
	j := &judging{streams: s, onlyCRDs: true}
	c := &cobra.Command{
		Use:   "check [flags] FILE...",
		Short: "Judge CRDs, with hints",
		Long:  checkLong,
		Example: `  crdschema check config/crd/
  crdschema check --old git:main:config/crd config/crd`,
		Args: cobra.MinimumNArgs(1),
		RunE: j.run,
	}
	j.addFlags(c)
	return c
}
