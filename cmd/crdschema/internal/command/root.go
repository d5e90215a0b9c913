package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Run runs the command of args, whose first element is the name of the program. It returns the exit
// code: 0 fine, 1 findings, 2 something could not be judged.
func Run(ctx context.Context, args []string, s Streams) int {
	root := newRoot(args[0], s)
	root.SetArgs(args[1:])
	err := root.ExecuteContext(ctx)
	var code exitCode
	switch {
	case err == nil:
		return report.ExitFine
	case errors.As(err, &code):
		return int(code)
	default:
		fmt.Fprintln(s.Err, "crdschema:", strings.TrimSpace(err.Error()))
		if wrong := (*usageError)(nil); errors.As(err, &wrong) {
			fmt.Fprintf(s.Err, "Run '%s --help' for its arguments.\n", wrong.command.CommandPath())
		}
		return report.ExitNoJudge
	}
}

// usageError is about the arguments of a command.
type usageError struct {
	error
	command *cobra.Command
}

func (e *usageError) Unwrap() error { return e.error }

// markUsage makes the errors about the arguments of a command, and of the commands below it, usage
// errors.
func markUsage(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return &usageError{err, c}
			}
			return nil
		}
	}
	for _, below := range c.Commands() {
		markUsage(below)
	}
}

// exitCode ends a command that has said why.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// exit returns a code as an error, or nil for 0.
func exit(code int) error {
	if code == report.ExitFine {
		return nil
	}
	return exitCode(code)
}

const rootLong = `crdschema says what a Kubernetes API server would do with custom resources and their
CustomResourceDefinitions, without a server: same verdicts, same words.

Files are YAML or JSON, with any number of documents and lists. A folder is short for the .yaml, .yml
and .json files in and below it, an archive (.tar, .tar.gz, .tgz, .zip) for such files in it,
git:REV:PATH for a file, folder or archive of a commit, and - for standard input. Archives in folders
and in archives are left out.

Exit code: 0 fine, 1 findings, 2 something could not be judged.`

func newRoot(program string, s Streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "crdschema",
		Short:         "Custom resources and their definitions, judged as by a Kubernetes API server",
		Long:          rootLong,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	if strings.HasPrefix(filepath.Base(program), "kubectl-") {
		root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: "kubectl crdschema"}
	}
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.AddCommand(newValidate(s), newCheck(s), newCompat(s), newAudit(s), newTest(s), newGenerate(s), newExplain(s), newCost(s), newConvert(s), newGet(s), newDiff(s), newOpenAPI(s), newServe(s), newMCP(s), newSchema(s), newMan(s))
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return &usageError{err, c} })
	markUsage(root)
	return root
}

// version returns the version of the module in the program.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func isTerminal(w any) bool {
	file, isFile := w.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
