package command

import (
	"errors"
	"os/exec"

	"github.com/spf13/cobra"
)

const serveLong = `serve starts a server for tests that serves custom resources, as a plugin: it runs the program crdschema-serve
of the PATH, or else crdserver, with the same arguments. That program is in the module crdserver.`

// servers are the names of the program, the first one found counts.
var servers = []string{"crdschema-serve", "crdserver"}

var errNoServer = errors.New("serve needs the program crdserver in the PATH. " +
	"In a clone of github.com/seed95800270/crdschema: cd crdserver && go install ./cmd/crdserver")

func newServe(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:                "serve [ARGUMENT...]",
		Short:              "Run a server for tests: the program crdserver",
		Long:               serveLong,
		Example:            "  crdschema serve -h",
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			for _, name := range servers {
				program, err := exec.LookPath(name)
				if err != nil {
					continue
				}
				server := exec.CommandContext(c.Context(), program, args...)
				server.Stdin, server.Stdout, server.Stderr = s.In, s.Out, s.Err
				err = server.Run()
				if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && failed.ExitCode() > 0 {
					return exit(failed.ExitCode())
				}
				return err
			}
			return errNoServer
		},
	}
}
