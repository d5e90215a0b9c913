package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/internal/kubectl"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/versionpriority"
)

const openapiLong = `openapi prints the OpenAPI document that a server publishes for a version of a CRD, as JSON: OpenAPI v3, or
v2 with --v2. The documents of several CRDs become one. Standard error lists names with two meanings:
the first counts.

With --explain it prints what kubectl explain prints about a field, spec.replicas, or about the whole
kind for a dot. Descriptions of metadata differ: kubectl has them from the server's own definitions.`

func newOpenAPI(s Streams) *cobra.Command {
	o := &openapi{streams: s}
	c := &cobra.Command{
		Use:     "openapi [flags] CRD...",
		Short:   "Print the OpenAPI document of CRDs, or explain a field",
		Long:    openapiLong,
		Example: "  crdschema openapi config/crd/\n  crdschema openapi --explain spec.replicas crd.yaml",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().StringVar(&o.version, "version", "", "`VERSION` of the CRDs (default of each the published one of the highest priority)")
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

func (o *openapi) run(ctx context.Context, names []string) error {
	reader := &input.Reader{Stdin: o.streams.In}
	if o.field != "" {
		return o.explain(ctx, reader, names)
	}
	var crds []input.Object
	for _, name := range names {
		more, err := readCRDs(ctx, reader, name)
		if err != nil {
			return err
		}
		crds = append(crds, more...)
	}
	if o.v2 {
		docs, err := documents(ctx, crds, o.version, openapiv2.Build)
		merged, conflicts := openapiv2.Merge(docs...)
		return o.write(merged, conflicts, err)
	}
	docs, err := documents(ctx, crds, o.version, openapiv3.Build)
	merged, conflicts := openapiv3.Merge(docs...)
	return o.write(merged, conflicts, err)
}

// explain prints what kubectl prints about a field of the one CRD of names.
func (o *openapi) explain(ctx context.Context, reader *input.Reader, names []string) error {
	if len(names) > 1 {
		return errors.New("--explain is about one CRD")
	}
	crd, err := readCRD(ctx, reader, names[0])
	if err != nil {
		return err
	}
	version, err := publishedVersion(crd.Value, o.version)
	if err != nil {
		return err
	}
	doc, err := openapiv3.BuildMap(ctx, crd.Value, version)
	if err != nil {
		return err
	}
	return kubectl.Explain(o.streams.Out, doc, o.field)
}

// documents builds the document of each CRD.
func documents[D, O any](ctx context.Context, crds []input.Object, version string, build func(context.Context, map[string]any, string, ...O) (D, error)) (out []D, err error) {
	for i := range crds {
		of, err := publishedVersion(crds[i].Value, version)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", &crds[i], err)
		}
		doc, err := build(ctx, crds[i].Value, of)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", &crds[i], err)
		}
		out = append(out, doc)
	}
	return out, nil
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

func (o *openapi) write(doc any, conflicts []openapiv2.Conflict, err error) error {
	if err != nil {
		return err
	}
	for _, c := range conflicts {
		fmt.Fprintln(o.streams.Err, c)
	}
	encoder := json.NewEncoder(o.streams.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}
