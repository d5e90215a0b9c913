// Compat says what the update of a CRD does to its clients and to the objects in storage.
//
//	compat [-json] [OLD NEW]
//
// OLD and NEW are files with a CRD, as YAML or JSON. Without files, compat compares a built-in pair.
//
// # Exit code
//
//	0  the update is proved safe
//	1  it breaks something, or a change is unproven
//	2  there is no verdict: a file cannot be read, or holds no CRD that a server could serve
package main

import (
	"context"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/seed95800270/crdschema/compat"
	"github.com/seed95800270/crdschema/document"
)

const (
	exitSafe = iota
	exitBreaking
	exitNoVerdict
)

//go:embed testdata
var builtIn embed.FS

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("compat", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print JSON")
	if err := flags.Parse(args); err != nil {
		return exitNoVerdict
	}
	read, names := os.ReadFile, flags.Args()
	switch len(names) {
	case 0:
		read, names = builtIn.ReadFile, []string{"testdata/old.yaml", "testdata/new.yaml"}
	case 2:
	default:
		fmt.Fprintln(stderr, "usage: compat [-json] [OLD NEW]")
		return exitNoVerdict
	}
	var crds [2]map[string]any
	for i, name := range names {
		text, err := read(name)
		if err == nil {
			var doc document.Document
			doc, err = document.DecodeOne(ctx, text)
			crds[i] = doc.Object
		}
		if err != nil {
			fmt.Fprintf(stderr, "compat: %s: %v\n", name, err)
			return exitNoVerdict
		}
	}
	c, err := compat.Compare(ctx, crds[0], crds[1])
	if err != nil {
		fmt.Fprintln(stderr, "compat:", err)
		return exitNoVerdict
	}
	if err := print(stdout, c, *asJSON); err != nil {
		fmt.Fprintln(stderr, "compat:", err)
		return exitNoVerdict
	}
	if c.Verdict() == compat.Safe {
		return exitSafe
	}
	return exitBreaking
}

func print(w io.Writer, c compat.Comparison, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(c)
	}
	_, err := io.WriteString(w, c.String())
	return err
}
