package command

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/document"
)

const convertLong = `convert prints objects at another version of their CRD, as the strategy of the CRD converts them. A webhook
is not called: --declaration names a file with the conversion as data instead, as package
conversion/declare describes it. Flags may repeat it, a version after the other.`

func newConvert(s Streams) *cobra.Command {
	v := &converting{streams: s}
	c := &cobra.Command{
		Use:     "convert --crd FILE --to VERSION OBJECTS",
		Short:   "Convert objects to another version",
		Long:    convertLong,
		Example: "  crdschema convert --crd crd.yaml --to v2 crontab.yaml",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return v.run(c.Context(), args[0]) },
	}
	c.Flags().StringVar(&v.crd, "crd", "", "`FILE` with the CRD")
	c.Flags().StringVar(&v.to, "to", "", "`VERSION` of the CRD")
	c.Flags().StringArrayVar(&v.declarations, "declaration", nil, "`FILE` with a declared conversion; may be repeated")
	_ = c.MarkFlagRequired("crd")
	_ = c.MarkFlagRequired("to")
	return c
}

type converting struct {
	streams      Streams
	crd, to      string
	declarations []string
}

func (v *converting) run(ctx context.Context, objects string) error {
	reader := &input.Reader{Stdin: v.streams.In}
	if readsTwice([]string{v.crd, objects}) {
		return errStdinTwice
	}
	options, err := v.options(ctx, reader)
	if err != nil {
		return err
	}
	d, err := readDefinition(ctx, reader, v.crd, options...)
	if err != nil {
		return err
	}
	failed, count := false, 0
	for s := range reader.Sources(ctx, objects) {
		for t := range s.Texts() {
			for _, o := range t.Objects(ctx) {
				err := o.Err
				count++
				if err == nil {
					err = convertOne(ctx, d, o.Value, v.to, v.streams.Out)
				}
				if err != nil {
					failed = true
					fmt.Fprintf(v.streams.Err, "%v: %v\n", &o, err)
				}
			}
		}
	}
	if count == 0 {
		return fmt.Errorf("there is no object in %s", objects)
	}
	if failed {
		return exit(report.ExitNoJudge)
	}
	return nil
}

func (v *converting) options(ctx context.Context, reader *input.Reader) ([]crdschema.Option, error) {
	var declarations []declare.Declaration
	for s := range reader.Sources(ctx, v.declarations...) {
		for t := range s.Texts() {
			for _, o := range t.Objects(ctx) {
				if o.Err != nil {
					return nil, fmt.Errorf("%v: %w", &o, o.Err)
				}
				declaration, err := declare.Read(ctx, o.Value)
				if err != nil {
					return nil, fmt.Errorf("%v: %w", &o, err)
				}
				declarations = append(declarations, declaration)
			}
		}
	}
	if len(declarations) == 0 {
		return nil, nil
	}
	chain, err := declare.NewChain(ctx, declarations...)
	if err != nil {
		return nil, err
	}
	return []crdschema.Option{crdschema.WithConverter(chain)}, nil
}

func convertOne(ctx context.Context, d *crdschema.Definition, object map[string]any, version string, to io.Writer) error {
	converted, err := d.Convert(ctx, object, version)
	if err != nil {
		return err
	}
	text, err := document.EncodeYAML(ctx, converted)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(to, "---\n%s", text)
	return err
}
