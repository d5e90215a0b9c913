// Get prints what `kubectl get` would print of objects of custom resources, without a
// server.
//
//	get [flags] -crd FILE OBJECT...
//	get [flags]
//
// FILE and OBJECT are files of YAML or JSON, or - for standard input; -crd may be
// repeated. FILE holds CustomResourceDefinitions; other objects in it are ignored. CRDs
// among the objects are ignored, too, and lists (`kind: List`) are short for their
// items. Flags may follow objects. Without -crd and objects the built-in ones are
// printed.
//
// The objects are read as a server reads stored objects: at the served version of the
// highest priority, with the defaults of its schema. They are not validated; see
// examples/admit. An object without a namespace is in default. The last of several objects
// with the same name counts. Kinds are printed in the order in which they first appear.
//
// # Flags
//
// -h lists the flags. Each may have two dashes. As in kubectl, -sort-by fails for several
// kinds in a table.
//
// # Exit code
//
// The exit code is kubectl's: 0, or 1 with a message if there is an error. Without
// matching objects it is 0.
//
// # Examples
//
//	get
//	get -A -o wide
//	get -crd crd.yaml lamps.yaml --sort-by .spec.watts -l 'room in (study,kitchen)'
//	kubectl get lamps -A -o yaml | get -crd crd.yaml - -A
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/examples/get/kubectl"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parseArgs(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil: // printed
		return 1
	}
	errs := o.get(context.Background(), stdin, stdout, stderr)
	for _, err := range errs {
		fmt.Fprintln(stderr, message(err))
	}
	return min(len(errs), 1)
}

// message returns kubectl's message for an error.
//
// Rule: k8s.io/kubectl/pkg/cmd/util, StandardErrorMessage.
func message(err error) string {
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

func (o *options) get(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) (errs []error) {
	cluster, err := o.load(ctx, stdin)
	if err != nil {
		return []error{err}
	}
	lists, errs := cluster.lists(ctx, o)
	if !o.print.IsTable() {
		var objs []map[string]any
		for _, l := range lists {
			objs = append(objs, l.objects...)
		}
		if err := o.print.PrintObjects(stdout, objs); err != nil {
			errs = append(errs, err)
		}
		return errs
	}
	listings := make([]kubectl.Listing, len(lists))
	for i, l := range lists {
		if listings[i], err = l.listing(ctx, o); err != nil {
			return append(errs, err)
		}
	}
	printed, err := o.print.Print(stdout, listings)
	if err != nil {
		return append(errs, err)
	}
	if !printed && len(errs) == 0 {
		fmt.Fprintln(stderr, o.nothing(lists))
	}
	return errs
}

func (o *options) nothing(lists []list) string {
	namespaced := !o.print.AllNamespaces
	for _, l := range lists {
		namespaced = namespaced && l.version.Definition().Scope() == objectmeta.Namespaced
	}
	if namespaced {
		return fmt.Sprintf("No resources found in %s namespace.", o.namespace)
	}
	return "No resources found"
}
