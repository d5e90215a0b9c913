// Diff prints what applying a configuration would change in a live object, as kubectl diff
// --server-side does. The built-in pair has five textual differences, and applying it changes nothing.
//
//	diff                    the built-in pair
//	diff CRD LIVE DESIRED   files with a CRD, an object of the server with its managed fields, and a
//	                        configuration
//
// The exit code is 1 if something would change. The command crdschema diff has the exit codes and flags of
// kubectl diff.
package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural/apply"
)

//go:embed testdata
var builtIn embed.FS

func main() {
	read, files := os.ReadFile, os.Args[1:]
	if len(files) == 0 {
		read, files = builtIn.ReadFile, []string{"testdata/crd.yaml", "testdata/live.yaml", "testdata/desired.yaml"}
	}
	if len(files) != 3 {
		log.Fatal("usage: diff [CRD LIVE DESIRED]")
	}
	changed, err := run(context.Background(), read, files, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	if changed {
		os.Exit(1)
	}
}

// run prints the changes, and reports whether there are any.
func run(ctx context.Context, read func(string) ([]byte, error), files []string, out io.Writer) (bool, error) {
	var objects [3]map[string]any
	for i, file := range files {
		text, err := read(file)
		if err != nil {
			return false, err
		}
		doc, err := document.DecodeOne(ctx, text)
		if err != nil {
			return false, fmt.Errorf("%s: %w", file, err)
		}
		objects[i] = doc.Object
	}
	crd, live, desired := objects[0], objects[1], objects[2]
	definition, err := crdschema.Compile(ctx, crd)
	if err != nil {
		return false, err
	}
	applier, err := apply.New(definition)
	if err != nil {
		return false, err
	}
	predicted, err := applier.Predict(ctx, apply.Request{Live: live, Object: desired, Manager: "kubectl", Now: time.Now()})
	if err != nil {
		return false, err
	}
	if err := predicted.Err(); err != nil {
		return false, err // a conflict with another manager, an invalid object, …
	}
	changes := predicted.Changes.Without(".metadata.managedFields", ".metadata.resourceVersion", ".metadata.generation")
	if len(changes) == 0 {
		_, err = fmt.Fprintln(out, "no changes")
		return false, err
	}
	_, err = io.WriteString(out, changes.String())
	return true, err
}
