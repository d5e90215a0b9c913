package command

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/internal/kubectl"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/versionpriority"
)

const openapiLong = `openapi prints the OpenAPI document that a server publishes for a version of a CRD, as JSON: OpenAPI v3, or
v2 with --v2.

With --explain it prints what kubectl explain prints about a field, spec.replicas, or about the whole
kind for a dot. Descriptions of metadata differ: kubectl has them from the server's own definitions.`

func newOpenAPI(s Streams) *cobra.Command {
	o := &openapi{streams: s}
	c := &cobra.Command{
		Use:     "openapi [flags] CRD",
		Short:   "Print the OpenAPI document of a CRD, or explain a field",
		Long:    openapiLong,
		Example: "  crdschema openapi crd.yaml\n  crdschema openapi --explain spec.replicas crd.yaml",
		Args:    cobra.ExactArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0]) },
	}
	c.Flags().StringVar(&o.version, "version", "", "`VERSION` of the CRD (default the published one of the highest priority)")
	c.Flags().BoolVar(&o.v2, "v2", false, "print OpenAPI v2")
	c.Flags().StringVar(&o.field, "explain", "", "explain a `FIELD`, or the kind for a dot")
	c.MarkFlagsMutuallyExclusive("v2", "explain")
	return c
}

type openapi struct {
	streams        Streams
	version, field string
	v2             bool
}

func (o *openapi) run(ctx context.Context, name string) error {
	crd, err := readCRD(ctx, &input.Reader{Stdin: o.streams.In}, name)
	if err != nil {
		return err
	}
	version, err := publishedVersion(crd.Value, o.version)
	if err != nil {
		return err
	}
	if o.v2 {
		doc, err := openapiv2.Build(ctx, crd.Value, version)
		return o.write(doc, err)
	}
	if o.field == "" {
		doc, err := openapiv3.Build(ctx, crd.Value, version)
		return o.write(doc, err)
	}
	doc, err := openapiv3.BuildMap(ctx, crd.Value, version)
	if err != nil {
		return err
	}
	return kubectl.Explain(o.streams.Out, doc, o.field)
}

// publishedVersion returns the version of a name, the published one of the highest priority if it is
// "".
func publishedVersion(crd map[string]any, name string) (string, error) {
	published, err := openapiv2.Published(crd)
	switch {
	case err != nil:
		return "", err
	case name != "":
		return name, nil
	case len(published) == 0:
		return "", errors.New("no version of the CRD is published")
	default:
		return versionpriority.Sort(published)[0], nil
	}
}

func (o *openapi) write(doc any, err error) error {
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(o.streams.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}
