// Compat says what the update of a CRD does to its clients and to the objects in storage.
//
//	compat           the built-in pair
//	compat OLD NEW   files with a CRD
//
// The exit code is 0 only if the update is proved safe. The command crdschema compat compares folders and
// commits, with reports.
package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

//go:embed testdata
var builtIn embed.FS

func main() {
	read, files := os.ReadFile, os.Args[1:]
	if len(files) != 2 {
		read, files = builtIn.ReadFile, []string{"testdata/old.yaml", "testdata/new.yaml"}
	}
	verdict, err := run(context.Background(), read, files, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	if verdict != compat.Safe {
		os.Exit(1)
	}
}

func run(ctx context.Context, read func(string) ([]byte, error), files []string, out io.Writer) (compat.Verdict, error) {
	var crds [2]map[string]any
	for i, file := range files {
		text, err := read(file)
		if err != nil {
			return compat.Unproven, err
		}
		doc, err := document.DecodeOne(ctx, text)
		if err != nil {
			return compat.Unproven, fmt.Errorf("%s: %w", file, err)
		}
		crds[i] = doc.Object
	}
	comparison, err := compat.Compare(ctx, crds[0], crds[1])
	if err != nil {
		return compat.Unproven, err
	}
	_, err = io.WriteString(out, comparison.String())
	return comparison.Verdict(), err
}
