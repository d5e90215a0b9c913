package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/examples/get/kubectl"
)

type options struct {
	print          kubectl.Options
	crds, objects  []string
	labels, fields string
	namespace      string
	now            time.Time
}

const synopsis = `get prints what kubectl get would print of objects of custom resources in files.

  get [flags] -crd FILE OBJECT...
  get [flags]                        of built-in objects

FILE and OBJECT are files, or - for standard input. Objects are not validated: they are
taken for those that a server has stored. For what it would do with them, see examples/admit.
Exit code: 0, or 1 if there is an error.

`

// parseArgs reads the command line, where flags may follow objects. It prints errors to
// stderr and returns them.
func parseArgs(args []string, stderr io.Writer) (*options, error) {
	o := &options{now: time.Now()}
	flags := o.flags(stderr)
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		if args = flags.Args(); len(args) > 0 {
			o.objects = append(o.objects, args[0])
			args = args[1:]
		}
	}
	if err := o.check(); err != nil {
		fmt.Fprintln(stderr, "error:", err)
		return nil, err
	}
	return o, nil
}

func (o *options) flags(stderr io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("get", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, synopsis)
		flags.PrintDefaults()
	}
	list := func(to *[]string) func(string) error {
		return func(text string) error { *to = append(*to, text); return nil }
	}
	flags.Func("crd", "`FILE` with definitions; may be given more than once", list(&o.crds))
	flags.StringVar(&o.labels, "l", "", "`TEXT` of a label selector")
	flags.StringVar(&o.fields, "field-selector", "", "`TEXT` of a field selector")
	flags.StringVar(&o.namespace, "n", "default", "`NAMESPACE` of the objects")
	flags.BoolVar(&o.print.AllNamespaces, "A", false, "objects of all namespaces")
	flags.StringVar(&o.print.Output, "o", "", "`FORMAT` of the output: wide, json, yaml or name")
	flags.StringVar(&o.print.SortBy, "sort-by", "", "`PATH` of the values to sort by")
	flags.BoolVar(&o.print.NoHeaders, "no-headers", false, "no names of columns")
	flags.BoolVar(&o.print.ShowKind, "show-kind", false, "the kind before each name")
	flags.BoolVar(&o.print.ShowLabels, "show-labels", false, "a column with all labels")
	flags.Func("L", "`LABEL` to show in a column; may be given more than once", list(&o.print.LabelColumns))
	flags.Func("now", "`TIME` to which ages are relative (default that of the clock)", func(text string) (err error) {
		o.now, err = time.Parse(time.RFC3339, text)
		return err
	})
	return flags
}

var formats = []string{kubectl.JSON, kubectl.Name, kubectl.Wide, kubectl.YAML}

func (o *options) check() error {
	switch format := o.print.Output; {
	case format != "" && !slices.Contains(formats, format):
		return fmt.Errorf("unable to match a printer suitable for the output format %q, allowed formats are: %s", format, strings.Join(formats, ","))
	case o.print.ShowLabels && !o.print.IsTable():
		return fmt.Errorf("--show-labels option cannot be used with %s printer", format)
	case len(o.crds) == 0 && len(o.objects) > 0:
		return fmt.Errorf("get reads files, not a server, and the definitions are missing: get -crd FILE %s", o.objects[0])
	case len(o.crds) > 0 && len(o.objects) == 0:
		return errors.New("the files of the objects are missing: get -crd FILE OBJECT")
	}
	return nil
}
