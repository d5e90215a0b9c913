// Openapi prints the OpenAPI documents that a Kubernetes API server publishes for a
// CustomResourceDefinition, without a server.
//
//	openapi
//	openapi -crd FILE [-version V] [-v2|-v3]
//	openapi -crd FILE [-version V] -explain FIELD
//
// FILE holds one CRD in YAML or JSON. V is one of its versions; the default is the
// published version of the highest priority. Without -crd the CRD is a built-in one, and
// without arguments the program explains its spec.
//
// The document is printed as JSON: OpenAPI v3, or v2 with -v2. With -explain the program
// prints what `kubectl explain` prints about a field, "spec.replicas", or about the
// whole kind if FIELD is a dot. The descriptions of metadata differ, because
// kubectl takes them from the server's own definitions.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/versionpriority"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("openapi", flag.ContinueOnError)
	file := flags.String("crd", "", "`file` with the CRD (default a built-in one)")
	version := flags.String("version", "", "version of the CRD")
	v2 := flags.Bool("v2", false, "print OpenAPI v2")
	v3 := flags.Bool("v3", false, "print OpenAPI v3, the default")
	field := flags.String("explain", "", "explain a `field`, or the kind for a dot")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *v2 && (*v3 || *field != "") {
		return errors.New("-v2 goes neither with -v3 nor with -explain")
	}
	if len(args) == 0 {
		*field = "spec"
	}
	crd, err := read(*file)
	if err != nil {
		return err
	}
	if *version, err = choose(crd, *version); err != nil {
		return err
	}
	if *v2 {
		doc, err := openapiv2.Build(context.Background(), crd, *version)
		return write(out, doc, err)
	}
	if *field == "" {
		doc, err := openapiv3.Build(context.Background(), crd, *version)
		return write(out, doc, err)
	}
	doc, err := openapiv3.BuildMap(context.Background(), crd, *version)
	if err != nil {
		return err
	}
	return explain(out, doc, path(*field))
}

//go:embed testdata/crontabs.yaml
var builtIn []byte

func read(file string) (map[string]any, error) {
	text := builtIn
	if file != "" {
		var err error
		if text, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	docs, err := document.DecodeYAML(context.Background(), text)
	switch {
	case err != nil:
		return nil, err
	case len(docs) != 1:
		return nil, fmt.Errorf("%d documents, want one CRD", len(docs))
	default:
		return docs[0].Object, nil
	}
}

func choose(crd map[string]any, version string) (string, error) {
	published, err := openapiv2.Published(crd)
	switch {
	case err != nil:
		return "", err
	case version != "":
		return version, nil
	case len(published) == 0:
		return "", errors.New("no version of the CRD is published")
	default:
		return versionpriority.Sort(published)[0], nil
	}
}

func write(out io.Writer, doc any, err error) error {
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}

// path splits a field as kubectl does. It parses a JSONPath and removes backslashes, so that
// names with backslashes are never found.
func path(field string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(field, `\`, ""), func(r rune) bool { return r == '.' })
}
