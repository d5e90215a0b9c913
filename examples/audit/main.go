// Audit says what the server does to stored objects after an update of their CRD: which ones it refuses
// on their next update, and which fields are lost.
//
//	audit                   the built-in objects
//	audit OLD NEW OBJECTS   files with a CRD, and a folder of objects or a snapshot of etcd, a file called *.db
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
	"iter"
	"log"
	"os"
	"strings"

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
	source := folder(builtIn, files[2])
	if len(os.Args) == 4 {
		source = folder(os.DirFS(files[2]), ".")
	}
	if strings.HasSuffix(files[2], ".db") {
		source = snapshot(files[2])
	}
	clean, err := run(context.Background(), read, files[:2], source, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}
	if !clean {
		os.Exit(1)
	}
}

// objects returns the stored objects of a CRD.
type objects func(ctx context.Context, crd map[string]any) iter.Seq2[compat.Source, map[string]any]

// folder returns the objects in files.
func folder(fsys fs.FS, root string) objects {
	return func(ctx context.Context, _ map[string]any) iter.Seq2[compat.Source, map[string]any] {
		return compat.Files(ctx, fsys, root)
	}
}

// snapshot returns the objects in a snapshot of etcd.
func snapshot(name string) objects {
	return func(ctx context.Context, crd map[string]any) iter.Seq2[compat.Source, map[string]any] {
		return func(yield func(compat.Source, map[string]any) bool) {
			file, err := os.Open(name)
			if err != nil {
				yield(compat.Source{Name: name, Err: err}, nil)
				return
			}
			defer func() { _ = file.Close() }() // it was only read
			info, err := file.Stat()
			if err != nil {
				yield(compat.Source{Name: name, Err: err}, nil)
				return
			}
			spec, _ := crd["spec"].(map[string]any)
			names, _ := spec["names"].(map[string]any)
			s := compat.Snapshot{Name: name, Reader: file, Size: info.Size()}
			s.Objects(ctx, fmt.Sprint(spec["group"]), fmt.Sprint(names["plural"]), nil)(yield)
		}
	}
}

// run prints the report, and reports whether every object is read and written as before.
func run(ctx context.Context, read func(string) ([]byte, error), files []string, stored objects, out io.Writer) (bool, error) {
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
	report, err := audit.Run(ctx, stored(ctx, crds[1]))
	if err != nil {
		return false, err
	}
	_, err = io.WriteString(out, report.String())
	return report.Clean(), err
}
