package document_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// Errors, dropped fields and warnings can be shown in the file that they are about.
func ExampleDocument_Positions() {
	doc := mustDecode(`
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: backup, namespace: default}
spec:
  replicas: many
  cornSpec: "* * * * *"
  image: a
  image: b
`)
	result, _ := mustCompile().Admit(context.Background(), crdschema.Request{Object: doc.Object, Duplicates: doc.Duplicates})
	positions, _ := doc.Positions(context.Background())
	for _, e := range result.Errors {
		at, _ := positions.Of(e.Path)
		fmt.Printf("cron.yaml:%v: %v\n", at, e.Code)
	}
	for i, path := range result.WarningPaths {
		if path != nil {
			at, _ := positions.Of(path)
			fmt.Printf("cron.yaml:%v: %s\n", at, result.Warnings[i])
		}
	}
	for _, r := range positions.Repeated() {
		fmt.Printf("cron.yaml:%v: %v is also at %v: %s\n", r.Again, r.Path, r.First, r.Warning)
	}
	// Output:
	// cron.yaml:6:3: type
	// cron.yaml:7:3: unknown field "spec.cornSpec"
	// cron.yaml:9:3: spec.image is also at 8:3: line 9: key "image" already set in map
}

// What is missing in a text is placed where the nearest value around it is.
func ExamplePositionsOf() {
	body := []byte(`{
  "spec": {
    "ports": [ {"name": "http"} ]
  }
}`)
	positions, _ := document.PositionsOf(context.Background(), body, "application/json")
	port := structural.Path{structural.Field("spec"), structural.Field("ports"), structural.Index(0)}
	fmt.Println(positions.Of(port.Append(structural.Field("name"))))
	fmt.Println(positions.OfValue(port.Append(structural.Field("name"))))
	fmt.Println(positions.Of(port.Append(structural.Field("port"))))
	// Output:
	// 3:17 true
	// 3:25 true
	// 3:16 false
}

// The items of a list are objects of their own, in the text of the list.
func ExamplePositions_In() {
	doc := mustDecode(`
kind: List
items:
- kind: CronTab
- kind: CronTab
  spec: {}
`)
	positions, _ := doc.Positions(context.Background())
	second := positions.In(structural.Path{structural.Field("items"), structural.Index(1)})
	fmt.Println(second.Of(structural.Path{structural.Field("spec")}))
	// Output: 6:3 true
}
