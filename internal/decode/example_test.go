package decode_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/decode"
)

// JSON keeps the decimal point of a number, and reports duplicate fields.
func ExampleJSON() {
	doc, err := decode.JSON(context.Background(), []byte(`{"spec": {"replicas": 1, "ratio": 1.0, "replicas": 2}}`))
	fmt.Println(err)
	object, _ := doc.Object()
	spec := object["spec"].(map[string]any)
	fmt.Printf("%T %v, %T %v\n", spec["replicas"], spec["replicas"], spec["ratio"], spec["ratio"])
	fmt.Println(doc.Strict)
	// Output:
	// <nil>
	// int64 2, float64 1
	// [duplicate field "spec.replicas"]
}

// YAML is converted to JSON, where 1.0 is 1.
func ExampleYAML() {
	doc, err := decode.YAML(context.Background(), []byte("ratio: 1.0\nratio: 2.0\non: off\n"))
	fmt.Println(err)
	fmt.Printf("%v %T\n", doc.Value, doc.Value.(map[string]any)["ratio"])
	fmt.Println(doc.Warnings())
	// Output:
	// <nil>
	// map[ratio:2 true:false] int64
	// [line 2: key "ratio" already set in map]
}

// A file holds any number of documents. Empty ones are left out.
func ExampleStream() {
	docs, err := decode.Stream(context.Background(), []byte(`# A comment, and then
---
kind: Widget
---
{"kind": "Gadget"}
---
# nothing
---
kind: [
`))
	for _, doc := range docs {
		fmt.Println(doc.Line, doc.Value)
	}
	fmt.Println(err)
	// Output:
	// 3 map[kind:Widget]
	// 5 map[kind:Gadget]
	// document at line 9: yaml: line 1: did not find expected node content
}
