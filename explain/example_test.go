package explain_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/explain"
)

const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations: [{rule: "self.tags.distinct() == self.tags"}]
        properties:
          tags: {type: array, maxItems: 9, items: {type: string, maxLength: 9}}
`

// A rule with a function of Kubernetes 1.34: the first server that accepts it is 1.35.
func ExampleMinimumVersion() {
	doc, err := document.DecodeOne(context.Background(), []byte(crd))
	if err != nil {
		panic(err)
	}
	least, err := explain.MinimumVersion(context.Background(), doc.Object)
	if err != nil {
		panic(err)
	}
	fmt.Println(least.Version)
	for _, reason := range least.Reasons {
		fmt.Println("not before", reason.Since, "at", reason.Path)
	}
	fmt.Print(least.String() == least.Version+"\n"+least.Reasons[0].String()+"\n")
	// Output:
	// 1.35
	// not before 1.35 at spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].rule
	// true
}
