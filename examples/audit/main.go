// Audit says what the server does to stored objects after an update of their CRD: which ones it
// refuses on their next update, and which fields are lost.
//
//	audit [-json] [-shard I/N] [-old FILE] [-crd FILE PATH]
//	audit [-json] merge REPORT…
//
// FILE holds the CRD, and PATH is a folder or a file with objects, or - for the output of
// `kubectl get -A -o json` on standard input. Without -crd, audit judges built-in objects. -shard 3/8
// judges every eighth object, beginning with the third: run all eight anywhere with -json, and
// merge their reports, in any order.
//
// # Exit code
//
//	0  every object is read and written as before, defaults aside
//	1  at least one object is not
//	2  there is no report
package main

import (
	"context"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

const (
	exitClean = iota
	exitFound
	exitFailed
)

//go:embed testdata
var builtIn embed.FS

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

type options struct {
	asJSON       bool
	crd, old     string
	shard, count int
	args         []string
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if err != nil {
		return exitFailed
	}
	var report compat.Report
	if len(o.args) > 0 && o.args[0] == "merge" {
		report, err = merge(o.args[1:])
	} else {
		report, err = o.audit(ctx, stdin)
	}
	if err == nil {
		err = o.print(stdout, report)
	}
	if err != nil {
		fmt.Fprintln(stderr, "audit:", err)
		return exitFailed
	}
	if report.Clean() {
		return exitClean
	}
	return exitFound
}

func parse(args []string, stderr io.Writer) (*options, error) {
	o := &options{shard: 1, count: 1}
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.BoolVar(&o.asJSON, "json", false, "print JSON, which merge reads")
	flags.StringVar(&o.crd, "crd", "", "the `FILE` with the CRD")
	flags.StringVar(&o.old, "old", "", "the `FILE` with the CRD before its update")
	flags.Func("shard", "judge shard I of N: `I/N`", func(text string) error {
		if n, err := fmt.Sscanf(text, "%d/%d", &o.shard, &o.count); err != nil || n != 2 || o.shard < 1 || o.shard > o.count {
			return fmt.Errorf("%q is not I/N", text)
		}
		return nil
	})
	err := flags.Parse(args)
	o.args = flags.Args()
	return o, err
}

func merge(names []string) (compat.Report, error) {
	var reports []compat.Report
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return compat.Report{}, err
		}
		var r compat.Report
		if err := json.Unmarshal(text, &r); err != nil {
			return compat.Report{}, fmt.Errorf("%s: %w", name, err)
		}
		reports = append(reports, r)
	}
	return compat.Merge(reports...), nil
}

func (o *options) audit(ctx context.Context, stdin io.Reader) (compat.Report, error) {
	read, objects := os.ReadFile, iter.Seq2[compat.Source, map[string]any](nil)
	switch {
	case o.crd == "" && len(o.args) == 0:
		read, o.old, o.crd = builtIn.ReadFile, "testdata/old.yaml", "testdata/new.yaml"
		objects = compat.Files(ctx, builtIn, "testdata/objects")
	case o.crd == "" || len(o.args) != 1:
		return compat.Report{}, fmt.Errorf("there must be -crd FILE and one PATH")
	case o.args[0] == "-":
		objects = compat.Stream(ctx, "stdin", stdin)
	default:
		root, name, err := split(o.args[0])
		if err != nil {
			return compat.Report{}, err
		}
		objects = compat.Files(ctx, root, name)
	}
	crd, err := readCRD(ctx, read, o.crd)
	if err != nil {
		return compat.Report{}, err
	}
	var old map[string]any
	if o.old != "" {
		if old, err = readCRD(ctx, read, o.old); err != nil {
			return compat.Report{}, err
		}
	}
	a, err := compat.NewAudit(ctx, old, crd)
	if err != nil {
		return compat.Report{}, err
	}
	return a.Run(ctx, o.only(objects))
}

// split returns a file system and a path in it.
func split(name string) (fs.FS, string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, "", err
	}
	if info.IsDir() {
		return os.DirFS(name), ".", nil
	}
	return os.DirFS(filepath.Dir(name)), filepath.Base(name), nil
}

func readCRD(ctx context.Context, read func(string) ([]byte, error), name string) (map[string]any, error) {
	text, err := read(name)
	if err != nil {
		return nil, err
	}
	doc, err := document.DecodeOne(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return doc.Object, nil
}

// only yields the objects of the shard.
func (o *options) only(objects iter.Seq2[compat.Source, map[string]any]) iter.Seq2[compat.Source, map[string]any] {
	return func(yield func(compat.Source, map[string]any) bool) {
		i := 0
		for source, object := range objects {
			if i%o.count == o.shard-1 && !yield(source, object) {
				return
			}
			i++
		}
	}
}

func (o *options) print(w io.Writer, r compat.Report) error {
	text := []byte(r.String())
	if o.asJSON {
		text = r.JSON()
	}
	_, err := w.Write(text)
	return err
}
