package docs_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
)

// overBudget has the rule in "Resource use by validation functions" of the Kubernetes documentation.
const overBudget = `
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
        properties:
          foo:
            type: array
            items: {type: string}
            x-kubernetes-validations: [{rule: "self.all(x, x.contains('a string'))"}]
`

func Example_overBudget() {
	ctx := context.Background()
	doc, err := document.DecodeOne(ctx, []byte(overBudget))
	if err != nil {
		panic(err)
	}
	crd := doc.Object
	for {
		result, err := crdschema.ValidateCRD(ctx, crd, nil)
		if err != nil {
			panic(err)
		}
		fmt.Println("accepted:", result.Accepted())
		if result.Accepted() {
			break
		}
		hint, _, err := hints.For(ctx, crd, result.Errors[0])
		if err != nil {
			panic(err)
		}
		fmt.Println(result.Errors[0])
		fmt.Println(hint.Text)
		crd = hint.Apply(crd)
	}
	// Output:
	// accepted: false
	// spec.validation.openAPIV3Schema.properties[foo].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
	// Limit what the rule may meet: properties[foo]: maxItems 31. Larger values are rejected then. The estimated cost becomes 9751889 instead of 329857577777.
	// accepted: true
}

// TestOverBudget checks what the page says about other limits: those of the documentation are
// accepted, one more element than the hint says is not.
func TestOverBudget(t *testing.T) {
	for limits, accepted := range map[string]bool{
		"maxItems: 25, items: {type: string, maxLength: 10}": true,
		"maxItems: 31, items: {type: string}":                true,
		"maxItems: 32, items: {type: string}":                false,
	} {
		doc, err := document.DecodeOne(t.Context(), []byte(strings.Replace(overBudget, "            items: {type: string}\n", "            "+strings.Replace(limits, ", items", "\n            items", 1)+"\n", 1)))
		if err != nil {
			t.Fatal(err)
		}
		result, err := crdschema.ValidateCRD(t.Context(), doc.Object, nil)
		if err != nil || result.Accepted() != accepted {
			t.Error(limits, err, result.Errors)
		}
	}
}
