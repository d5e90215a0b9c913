package generate_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
)

const things = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [min]
            properties:
              min: {type: integer, minimum: 1}
              max: {type: integer}
            x-kubernetes-validations:
            - rule: "!has(self.max) || self.min <= self.max"
              message: min is at most max
`

// Each keyword and rule has an object that breaks it, and nothing else.
func ExampleGenerator_NearMiss() {
	ctx := context.Background()
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	g := generate.New(version)
	for _, target := range g.Targets() {
		miss, err := g.NearMiss(ctx, target)
		if err != nil {
			panic(err)
		}
		fmt.Println(target, "->", miss.Error.Code)
	}
	// Output:
	// properties[spec].type -> type
	// properties[spec].required[min] -> required
	// properties[spec].x-kubernetes-validations[0] -> rule-failed
	// properties[spec].properties[max].type -> type
	// properties[spec].properties[min].type -> type
	// properties[spec].properties[min].minimum -> minimum
}

// A report says which rules have an object on both sides.
func ExampleGenerator_Report() {
	version, _ := crdschema.MustCompileYAML(things).Version("v1")
	report, err := generate.New(version).Report(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d of %d rules, %d of %d targets\n", report.Both, report.Rules, report.Broken, report.Targets)
	// Output: 1 of 1 rules, 6 of 6 targets
}
