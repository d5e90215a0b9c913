// Audit says what the server does to stored objects after an update of their CRD: which ones it refuses
// on their next update, and which fields are lost.
//
//	audit                   the built-in objects
//	audit OLD NEW OBJECTS   files with a CRD, and a folder of objects
//
// The exit code is 1 if an object is not read and written as before. The command crdschema audit reads
// the output of kubectl get, too, and splits long lists into shards.
package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

//go:embed testdata
var builtIn embed.FS

func main() {
	read, files := os.ReadFile, os.Args[1:]
	if len(files) != 3 {
		read, files = builtIn.ReadFile, []string{"testdata/old.yaml", "testdata/new.yaml", "testdata/objects"}
	}
	objects := fs.FS(builtIn)
	root := files[2]
	if len(os.Args) == 4 {
		objects, root = os.DirFS(root), "."
	}
	clean, err := run(context.Background(), read, files[:2], objects, root, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	if !clean {
		os.Exit(1)
	}
}

// run prints the report, and reports whether every object is read and written as before.
func run(ctx context.Context, read func(string) ([]byte, error), files []string, objects fs.FS, root string, out io.Writer) (bool, error) {
	var crds [2]map[string]any
	for i, file := range files {
		text, err := read(file)
		if err != nil {
			return false, err
		}
		doc, err := document.DecodeOne(ctx, text)
		if err != nil {
			return false, fmt.Errorf("%s: %w", file, err)
		}
		crds[i] = doc.Object
	}
	audit, err := compat.NewAudit(ctx, crds[0], crds[1])
	if err != nil {
		return false, err
	}
	report, err := audit.Run(ctx, compat.Files(ctx, objects, root))
	if err != nil {
		return false, err
	}
	_, err = io.WriteString(out, report.String())
	return report.Clean(), err
}
