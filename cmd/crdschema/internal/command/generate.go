package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/document"
)

const generateLong = `generate makes objects of the kinds of CRDs. --kind valid makes --count different objects of each that a
server accepts. --kind boundary makes one for each keyword and rule: at the bound, if it has one. --kind
near-miss makes one for each that breaks it and nothing else. A comment names the keyword or rule.

Updates are left out: near misses of transition rules need an old object. Standard error lists the
keywords and rules for which no object was found.`

var generated = []string{"valid", "boundary", "near-miss"}

func newGenerate(s Streams) *cobra.Command {
	g := &generating{to: s.Out, errors: s.Err}
	c := &cobra.Command{
		Use:     "generate [flags] CRD...",
		Short:   "Make valid objects, objects at bounds, and near misses",
		Long:    generateLong,
		Example: "  crdschema generate config/crd/\n  crdschema generate --kind near-miss --version v1 crd.yaml",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(generated, g.kind) {
				return fmt.Errorf("the kind %q is not one of %s", g.kind, strings.Join(generated, ", "))
			}
			return eachDefinition(c.Context(), &input.Reader{Stdin: s.In}, args, func(d *crdschema.Definition) error {
				return g.run(c.Context(), d)
			})
		},
	}
	c.Flags().StringVar(&g.kind, "kind", "valid", "`KIND` of objects: "+strings.Join(generated, ", "))
	c.Flags().StringVar(&g.version, "version", "", "`VERSION` of the CRDs (by default, the served version of each with the highest priority)")
	c.Flags().IntVar(&g.count, "count", 1, "number of valid objects")
	c.Flags().Uint64Var(&g.seed, "seed", 0, "another number makes other objects")
	_ = c.RegisterFlagCompletionFunc("kind", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return generated, cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

type generating struct {
	to, errors    io.Writer
	kind, version string
	count         int
	seed          uint64
}

// run prints the objects of a definition.
func (g *generating) run(ctx context.Context, d *crdschema.Definition) error {
	v, err := versionOf(d, g.version)
	if err != nil {
		return err
	}
	generator := generate.New(v, generate.WithSeed(g.seed))
	if g.kind == "valid" {
		for object, err := range generator.Objects(ctx, g.count) {
			if err != nil {
				return err
			}
			if err := g.print(ctx, "", object); err != nil {
				return err
			}
		}
		return nil
	}
	for c, err := range generator.Cases(ctx) {
		if unsatisfied := (*generate.UnsatisfiedError)(nil); errors.As(err, &unsatisfied) {
			fmt.Fprintf(g.errors, "%s: %v\n", d.Name(), unsatisfied)
			continue
		}
		if err != nil {
			return err
		}
		if c.Old != nil || c.Accepted() == (g.kind == "near-miss") {
			continue
		}
		comment := c.Target.String()
		if c.Error != nil {
			comment += ": " + c.Error.Error()
		}
		if err := g.print(ctx, comment, c.Object); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (g *generating) print(ctx context.Context, comment string, object map[string]any) error {
	text, err := document.EncodeYAML(ctx, object)
	if err != nil {
		return err
	}
	if comment != "" {
		comment = "# " + strings.ReplaceAll(comment, "\n", "\n# ") + "\n"
	}
	_, err = fmt.Fprintf(g.to, "---\n%s%s", comment, text)
	return err
}
