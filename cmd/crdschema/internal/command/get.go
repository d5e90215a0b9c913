package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/internal/kubectl"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

const getLong = `get prints what kubectl get would print of the objects of files, with the columns of their CRD.

The objects are read as a server reads stored objects: at the served version of the highest priority,
with the defaults of its schema. They are not validated. The definitions are the CRDs of --crd, and
those among the files. An object without a namespace is in default. The last of several objects with
one name counts. Kinds are printed in the order in which they first appear.

Exit code: 0, also if nothing matches, or 2 for an error.`

// getting is the command get.
type getting struct {
	streams        Streams
	print          kubectl.Options
	crds           []string
	labels, fields string
	namespace      string
	time           string
	now            time.Time
}

var getFormats = []string{kubectl.JSON, kubectl.Name, kubectl.Wide, kubectl.YAML}

func newGet(s Streams) *cobra.Command {
	g := &getting{streams: s}
	c := &cobra.Command{
		Use:   "get [flags] FILE...",
		Short: "Print objects as kubectl get does",
		Long:  getLong,
		Example: `  crdschema get --crd crd.yaml lamps.yaml --sort-by .spec.watts -l 'room in (study,kitchen)'
  kubectl get lamps -A -o yaml | crdschema get --crd new-crd.yaml -A -`,
		Args: cobra.MinimumNArgs(1),
		RunE: g.run,
	}
	f := c.Flags()
	f.StringArrayVar(&g.crds, "crd", nil, "`FILE` or folder with definitions; may be repeated")
	f.StringVarP(&g.labels, "selector", "l", "", "`TEXT` of a label selector")
	f.StringVar(&g.fields, "field-selector", "", "`TEXT` of a field selector")
	f.StringVarP(&g.namespace, "namespace", "n", "default", "`NAMESPACE` of the objects")
	f.BoolVarP(&g.print.AllNamespaces, "all-namespaces", "A", false, "objects of all namespaces")
	f.StringVarP(&g.print.Output, "output", "o", "", "`FORMAT` of the output: "+strings.Join(getFormats, ", "))
	f.StringVar(&g.print.SortBy, "sort-by", "", "`PATH` of the values to sort by")
	f.BoolVar(&g.print.NoHeaders, "no-headers", false, "no names of columns")
	f.BoolVar(&g.print.ShowKind, "show-kind", false, "the kind before each name")
	f.BoolVar(&g.print.ShowLabels, "show-labels", false, "a column with all labels")
	f.StringArrayVarP(&g.print.LabelColumns, "label-columns", "L", nil, "`LABEL` to show in a column; may be repeated")
	f.StringVar(&g.time, "now", "", "`TIME` to which ages are relative (default the clock's)")
	_ = c.RegisterFlagCompletionFunc("output", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return getFormats, cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func (g *getting) run(c *cobra.Command, names []string) error {
	if err := g.check(names); err != nil {
		return err
	}
	ctx, reader := c.Context(), &input.Reader{Stdin: g.streams.In}
	objects, err := readObjects(ctx, reader, names...)
	if err != nil {
		return err
	}
	definitions, err := definitionsOf(ctx, reader, g.crds, objects...)
	if err != nil {
		return err
	}
	stored, err := newCollections(objects, definitions)
	if err != nil {
		return err
	}
	errs := g.printAll(ctx, stored)
	for _, err := range errs {
		fmt.Fprintln(g.streams.Err, kubectlMessage(err))
	}
	if len(errs) > 0 {
		return exit(report.ExitNoJudge)
	}
	return nil
}

func (g *getting) check(names []string) error {
	var err error
	if g.now, err = clock(g.time); err != nil {
		return err
	}
	switch format := g.print.Output; {
	case readsTwice(slices.Concat(g.crds, names)):
		return errStdinTwice
	case format != "" && !slices.Contains(getFormats, format):
		return fmt.Errorf("unable to match a printer suitable for the output format %q, allowed formats are: %s", format, strings.Join(getFormats, ","))
	case g.print.ShowLabels && !g.print.IsTable():
		return fmt.Errorf("--show-labels option cannot be used with %s printer", format)
	}
	return nil
}

// clock returns the time of a flag, or now if it is "".
func clock(flag string) (time.Time, error) {
	if flag == "" {
		return time.Now(), nil
	}
	return time.Parse(time.RFC3339, flag)
}

// kubectlMessage returns kubectl's message for an error.
//
// Rule: k8s.io/kubectl/pkg/cmd/util, StandardErrorMessage.
func kubectlMessage(err error) string {
	var status *crdschema.Status
	switch {
	case !errors.As(err, &status):
		return "error: " + err.Error()
	case status.Reason != "":
		return fmt.Sprintf("Error from server (%s): %s", status.Reason, status.Message)
	default:
		return "Error from server: " + status.Message
	}
}

func (g *getting) printAll(ctx context.Context, stored *collections) (errs []error) {
	lists, errs := g.lists(ctx, stored)
	if !g.print.IsTable() {
		var objs []map[string]any
		for _, l := range lists {
			objs = append(objs, l.objects...)
		}
		if err := g.print.PrintObjects(g.streams.Out, objs); err != nil {
			errs = append(errs, err)
		}
		return errs
	}
	listings := make([]kubectl.Listing, len(lists))
	for i, l := range lists {
		var err error
		if listings[i], err = g.listing(ctx, l); err != nil {
			return append(errs, err)
		}
	}
	printed, err := g.print.Print(g.streams.Out, listings)
	if err != nil {
		return append(errs, err)
	}
	if !printed && len(errs) == 0 {
		fmt.Fprintln(g.streams.Err, g.nothing(lists))
	}
	return errs
}

func (g *getting) nothing(lists []list) string {
	namespaced := !g.print.AllNamespaces
	for _, l := range lists {
		namespaced = namespaced && l.version.Definition().Scope() == objectmeta.Namespaced
	}
	if namespaced {
		return fmt.Sprintf("No resources found in %s namespace.", g.namespace)
	}
	return "No resources found"
}
