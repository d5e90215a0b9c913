package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema"
)

type options struct {
	crds, objects []string
	stored        string
	output        string
	validation    crdschema.FieldValidation
	version       string
	namespace     string
	verbose       bool
	quiet         bool
}

func (o *options) demo() bool { return len(o.crds) == 0 && len(o.objects) == 0 }

var modes = map[string]crdschema.FieldValidation{
	"warn":   crdschema.Warn,
	"ignore": crdschema.Ignore,
	"strict": crdschema.Strict,
}

var formats = map[string]newPrinter{
	"text": newText,
	"yaml": newYAML,
	"json": newJSON,
}

const synopsis = `admit says what a Kubernetes API server would do with objects of custom resources.

  admit [flags] -crd FILE OBJECT...
  admit [flags] -crd FILE            on the definitions themselves
  admit [flags]                      on built-in objects

FILE and OBJECT are files, directories, or - for standard input.
Exit code: 0 all accepted, 1 something rejected, 2 no verdict; 0 for the built-in
objects, some of which are rejected on purpose.

`

func parseArgs(args []string, stderr io.Writer) (*options, error) {
	o := &options{output: "text", validation: crdschema.Strict}
	fs := flag.NewFlagSet("admit", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, synopsis)
		fs.PrintDefaults()
	}
	fs.Func("crd", "`FILE` with definitions; may be given more than once", func(name string) error {
		o.crds = append(o.crds, name)
		return nil
	})
	fs.Func("o", "`FORMAT` of the output: text, yaml or json (default text)", func(name string) (err error) {
		o.output = name
		_, err = choose(formats, name)
		return err
	})
	fs.Func("validation", "`MODE` for unknown and repeated fields: warn, ignore or strict (default strict)", func(name string) (err error) {
		o.validation, err = choose(modes, name)
		return err
	})
	fs.StringVar(&o.version, "version", "", "`VERSION` of the request (default that of the object)")
	fs.StringVar(&o.namespace, "namespace", "", "`NAMESPACE` of the request (default that of the object, or else default)")
	fs.StringVar(&o.stored, "update", "", "`FILE` with stored objects, which objects of the same name update")
	fs.BoolVar(&o.verbose, "v", false, "say more")
	fs.BoolVar(&o.quiet, "q", false, "leave out the objects from text")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	o.objects = fs.Args()
	if err := o.check(); err != nil {
		fmt.Fprintf(stderr, "admit: %v\nSee admit -h.\n", err)
		return nil, err
	}
	return o, nil
}

func (o *options) check() error {
	switch all := slices.Concat(o.crds, o.objects, []string{o.stored}); {
	case o.demo():
		return nil
	case len(o.crds) == 0:
		return errors.New("there are objects and no definitions: -crd is missing")
	case count(all, stdinName) > 1:
		return errors.New("standard input can be read only once")
	}
	return nil
}

func count(names []string, name string) (n int) {
	for _, other := range names {
		if other == name {
			n++
		}
	}
	return n
}

func choose[T any](choices map[string]T, name string) (T, error) {
	choice, found := choices[name]
	if !found {
		return choice, fmt.Errorf("must be one of %s", strings.Join(slices.Sorted(maps.Keys(choices)), ", "))
	}
	return choice, nil
}
