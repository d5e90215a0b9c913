package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newMan returns the command that prints the manual page. It is made here: cobra's own generator
// would add two modules to those that require this one.
func newMan(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Example: "  crdschema man > crdschema.1",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var page strings.Builder
			writeManual(&page, c.Root())
			_, err := io.WriteString(s.Out, page.String())
			return err
		},
	}
}

func writeManual(to *strings.Builder, root *cobra.Command) {
	fmt.Fprintf(to, ".TH CRDSCHEMA 1\n.SH NAME\ncrdschema \\- %s\n.SH DESCRIPTION\n", roff(root.Short))
	writeParagraphs(to, root.Long)
	to.WriteString(".SH COMMANDS\n")
	for _, c := range root.Commands() {
		if c.Name() != "help" && c.Name() != "completion" {
			writeCommand(to, c)
		}
	}
}

// writeCommand writes the section of a command, and those of its subcommands.
func writeCommand(to *strings.Builder, c *cobra.Command) {
	if c.Hidden {
		return
	}
	fmt.Fprintf(to, ".SS %s\n", roff(c.Parent().CommandPath()+" "+c.Use))
	long := c.Long
	if long == "" {
		long = c.Short + "."
	}
	writeParagraphs(to, long)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			writeFlag(to, f)
		}
	})
	if c.Example != "" {
		fmt.Fprintf(to, ".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	for _, sub := range c.Commands() {
		writeCommand(to, sub)
	}
}

func writeFlag(to *strings.Builder, f *pflag.Flag) {
	name, usage := pflag.UnquoteUsage(f)
	text := "--" + f.Name
	if f.Shorthand != "" {
		text = "-" + f.Shorthand + ", " + text
	}
	fmt.Fprintf(to, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(text+" "+name)), roff(usage))
}

func writeParagraphs(to *strings.Builder, text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		fmt.Fprintf(to, ".PP\n%s\n", roff(paragraph))
	}
}

// roff returns text without characters that the formatter would obey.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
