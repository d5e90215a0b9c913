package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/internal/kubectl"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/versionpriority"
)

const openapiLong = `openapi prints the OpenAPI document that a server publishes for a version of a CRD, as JSON: OpenAPI v3, or
v2 with --v2. The documents of several CRDs are merged, also those for which a server has one each: OpenAPI
v3 of different groups and versions. Standard error lists the names that two CRDs define differently. The
first definition is printed, and the exit code is 1.

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
	c.Flags().StringVar(&o.version, "version", "", "`VERSION` of the CRDs (by default, the published version of each with the highest priority)")
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
	err := eachCRD(ctx, reader, names, func(crd *input.Object) error {
		crds = append(crds, *crd)
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(crds, func(a, b input.Object) int { return strings.Compare(a.Meta("name"), b.Meta("name")) }) // as a server merges
	if o.v2 {
		docs, err := documents(ctx, crds, o.version, openapiv2.Build)
		if err != nil {
			return err
		}
		return o.write(openapiv2.Merge(docs...))
	}
	docs, err := documents(ctx, crds, o.version, openapiv3.Build)
	if err != nil {
		return err
	}
	return o.write(openapiv3.Merge(docs...))
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

// documents builds the document of each CRD. The error names each CRD without one.
func documents[D, O any](ctx context.Context, crds []input.Object, version string, build func(context.Context, map[string]any, string, ...O) (D, error)) (out []D, err error) {
	var failed []error
	for i := range crds {
		published, err := publishedVersion(crds[i].Value, version)
		if err == nil {
			var doc D
			doc, err = build(ctx, crds[i].Value, published)
			out = append(out, doc)
		}
		failed = append(failed, prefixed(&crds[i], err))
	}
	return out, errors.Join(failed...)
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

func (o *openapi) write(doc any, conflicts []openapiv2.Conflict) error {
	code := report.ExitFine
	for _, c := range conflicts {
		fmt.Fprintln(o.streams.Err, c)
		code = report.ExitFindings
	}
	encoder := json.NewEncoder(o.streams.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(doc); err != nil {
		return err
	}
	return exit(code)
}
