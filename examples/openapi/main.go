// Openapi prints the OpenAPI v3 document that a Kubernetes API server publishes for a version of a CRD.
//
//	openapi               the built-in CRD
//	openapi CRD VERSION   a file with a CRD, and one of its versions
//
// The command crdschema openapi prints OpenAPI v2, too, and explains fields as kubectl explain does.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"log"
	"os"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

//go:embed testdata/crontabs.yaml
var builtIn []byte

func main() {
	crd, version := builtIn, "v1"
	if len(os.Args) == 3 {
		var err error
		if crd, err = os.ReadFile(os.Args[1]); err != nil {
			log.Fatal(err)
		}
		version = os.Args[2]
	}
	if err := run(context.Background(), crd, version, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, crd []byte, version string, out io.Writer) error {
	doc, err := document.DecodeOne(ctx, crd)
	if err != nil {
		return err
	}
	published, err := openapiv3.Build(ctx, doc.Object, version)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(published)
}
