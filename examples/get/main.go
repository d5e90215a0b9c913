// Get prints the table that kubectl get prints of objects of a custom resource, with the printer
// columns of its CRD.
//
//	get               the built-in objects
//	get CRD OBJECTS   a file with a CRD, and one with objects
//
// The command crdschema get has kubectl's flags, too.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

var (
	//go:embed testdata/crd.yaml
	builtInCRD []byte
	//go:embed testdata/objects.yaml
	builtInObjects []byte
)

func main() {
	crd, objects := builtInCRD, builtInObjects
	if len(os.Args) == 3 {
		var err error
		if crd, err = os.ReadFile(os.Args[1]); err != nil {
			log.Fatal(err)
		}
		if objects, err = os.ReadFile(os.Args[2]); err != nil {
			log.Fatal(err)
		}
	}
	if err := run(context.Background(), crd, objects, time.Now(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, crd, objects []byte, now time.Time, out io.Writer) error {
	definition, err := crdschema.CompileYAML(ctx, crd)
	if err != nil {
		return err
	}
	served := definition.ServedVersions()
	if len(served) == 0 {
		return fmt.Errorf("no version of %s is served", definition.Name())
	}
	version, _ := definition.Version(served[0]) // of the highest priority
	docs, err := document.DecodeYAML(ctx, objects)
	if err != nil {
		return err
	}
	var items []map[string]any
	for _, doc := range docs {
		item, err := definition.Read(ctx, doc.Object, version.Name()) // with defaults, as from storage
		if err != nil {
			return err
		}
		items = append(items, item)
	}
	printer, err := registry.NewPrinter(ctx, version)
	if err != nil {
		return err
	}
	table, err := printer.Table(ctx, items, now)
	if err != nil {
		return err
	}
	return write(out, table)
}

// write prints the columns of priority 0, as kubectl does without -o wide.
func write(out io.Writer, table map[string]any) error {
	tabs := tabwriter.NewWriter(out, 6, 4, 3, ' ', 0)
	columns, _ := table["columnDefinitions"].([]any)
	print := func(cell func(column int) any) {
		var cells []string
		for i, column := range columns {
			if column.(map[string]any)["priority"] != int64(0) {
				continue
			}
			text := ""
			if value := cell(i); value != nil {
				text = fmt.Sprint(value)
			}
			cells = append(cells, text)
		}
		fmt.Fprintln(tabs, strings.Join(cells, "\t"))
	}
	print(func(i int) any { return strings.ToUpper(columns[i].(map[string]any)["name"].(string)) })
	rows, _ := table["rows"].([]any)
	for _, row := range rows {
		cells := row.(map[string]any)["cells"].([]any)
		print(func(i int) any { return cells[i] })
	}
	return tabs.Flush()
}
