// Admit reports what a Kubernetes API server would do with objects of a custom resource: the verdict,
// the unknown fields that it drops, and the defaults that it fills in.
//
//	admit                the built-in objects; some are rejected on purpose
//	admit CRD OBJECT...  files with a CRD, and with objects
//
// The exit code is 1 if an object of a file is rejected. The command crdschema validate does the same
// for many kinds and folders, with updates and reports.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
)

//go:embed testdata
var builtIn embed.FS

var errRejected = errors.New("not all objects are accepted")

func main() {
	read, files := os.ReadFile, os.Args[1:]
	if len(files) == 0 {
		read, files = builtIn.ReadFile, builtInFiles()
	}
	err := run(context.Background(), read, files, os.Stdout)
	if err != nil && (len(os.Args) > 1 || !errors.Is(err, errRejected)) {
		log.Fatal(err)
	}
}

func builtInFiles() []string {
	files := []string{"testdata/crd.yaml"}
	entries, _ := builtIn.ReadDir("testdata/objects") // it is embedded
	for _, entry := range entries {
		files = append(files, path.Join("testdata/objects", entry.Name()))
	}
	return files
}

// run judges the objects in files[1:] by the CRD in files[0].
func run(ctx context.Context, read func(string) ([]byte, error), files []string, out io.Writer) error {
	crd, err := read(files[0])
	if err != nil {
		return err
	}
	definition, err := crdschema.CompileYAML(ctx, crd) // once; it is safe for concurrent use
	if err != nil {
		return err
	}
	rejected := false
	for _, file := range files[1:] {
		text, err := read(file)
		if err != nil {
			return err
		}
		docs, err := document.DecodeYAML(ctx, text)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, doc := range docs {
			result, err := definition.Admit(ctx, crdschema.Request{
				Object: doc.Object, Duplicates: doc.Duplicates, Namespace: "default",
				FieldValidation: crdschema.Strict, // as kubectl apply
			})
			if err != nil {
				return fmt.Errorf("%s:%d: %w", file, doc.Line, err)
			}
			if err := report(ctx, out, file, doc, result); err != nil {
				return err
			}
			rejected = rejected || !result.Accepted()
		}
	}
	if rejected {
		return errRejected
	}
	return nil
}

// report prints the answer of the server, with the positions of what is wrong.
func report(ctx context.Context, out io.Writer, file string, doc document.Document, result crdschema.Result) error {
	positions, err := doc.Positions(ctx)
	if err != nil {
		return err
	}
	verdict := "accepted"
	if !result.Accepted() {
		verdict = "rejected"
	}
	fmt.Fprintf(out, "%s  %s:%d\n", verdict, file, doc.Line)
	for _, e := range result.Errors {
		at, _ := positions.Of(e.Path)
		fmt.Fprintf(out, "  %s:%v: %v\n", file, at, e)
	}
	if status := result.Status(); status != nil && len(result.Errors) == 0 {
		fmt.Fprintf(out, "  %s\n", status.Message)
	}
	for _, warning := range result.Warnings {
		fmt.Fprintf(out, "  warning: %s\n", warning)
	}
	for _, path := range result.Dropped {
		fmt.Fprintf(out, "  dropped: %v\n", path)
	}
	for _, path := range result.Defaulted {
		fmt.Fprintf(out, "  default: %v\n", path)
	}
	return nil
}
