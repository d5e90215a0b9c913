// Crdaudit judges stored objects with Apache Beam against a CRD or the update of one.
//
//	crdaudit --crd=new.yaml [--old=old.yaml] --objects=GLOB --output=FILE [flags of Beam]
//
// The files have one object a line. The output has a line for each kind: the group and kind, and the
// report as JSON for crdschema audit merge.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	crdbeam "github.com/seed95800270/crdschema/compat/beam"
)

func init() { register.Function2x2(line) }

// line returns a report on one line.
func line(kind string, report []byte) (string, error) {
	var out bytes.Buffer
	err := json.Compact(&out, report)
	return kind + "\t" + out.String(), err
}

func main() {
	crd := flag.String("crd", "", "file with the CRD")
	old := flag.String("old", "", "file with the CRD before its update")
	objects := flag.String("objects", "", "files with an object a line, as a pattern")
	output := flag.String("output", "", "file for the reports")
	flag.Parse()
	beam.Init() // on a worker, this does not return
	if err := run(context.Background(), *crd, *old, *objects, *output); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, crd, old, objects, output string) error {
	if crd == "" || objects == "" || output == "" {
		return errors.New("--crd, --objects and --output are necessary")
	}
	upgrade, err := read(crd, old)
	if err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	records := crdbeam.Records(s, textio.ReadWithFilename(s, objects))
	reports := crdbeam.Audit(s, crdbeam.Upgrades(s, upgrade), records)
	textio.Write(s, output, beam.ParDo(s, line, reports))
	return beamx.Run(ctx, p)
}

func read(crd, old string) (crdbeam.Upgrade, error) {
	text, err := os.ReadFile(crd)
	if err != nil || old == "" {
		return crdbeam.Upgrade{CRD: string(text)}, err
	}
	before, err := os.ReadFile(old)
	return crdbeam.Upgrade{CRD: string(text), Old: string(before)}, err
}
