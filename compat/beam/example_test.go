package beam_test

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	crdbeam "github.com/seed95800270/crdschema/compat/beam"
)

func ExampleAudit() {
	p, s := beam.NewPipelineWithRoot()
	lines := beam.ParDo(s, named, beam.Create(s,
		`{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a", "namespace": "x"}}`,
		`{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "b", "namespace": "x"}}`))
	reports := crdbeam.Audit(s, crdbeam.Upgrades(s, upgrades...), crdbeam.Records(s, lines))
	beam.ParDo0(s, show, reports)
	if _, err := beam.Run(context.Background(), "prism", p); err != nil {
		panic(err)
	}
	// Output:
	// example.com/Thing
	// {
	//   "objects": 2,
	//   "counts": {
	//     "accepted": 2
	//   }
	// }
}

func ExampleUpgrades() {
	p, s := beam.NewPipelineWithRoot()
	fmt.Println(crdbeam.Upgrades(s, upgrades...).Type(), p != nil)
	// Output:
	// beam.Upgrade true
}

func ExampleRecords() {
	p, s := beam.NewPipelineWithRoot()
	lines := beam.ParDo(s, named, beam.Create(s, `{"kind": "Thing"}`))
	fmt.Println(crdbeam.Records(s, lines).Type(), p != nil)
	// Output:
	// beam.Record true
}

func init() {
	beam.RegisterFunction(named)
	beam.RegisterDoFn(show)
}

// named returns a line with the name of its file.
func named(line string) (file, text string) { return "objects.json", line }

func show(kind string, report []byte) { fmt.Print(kind, "\n", string(report)) }
