package docs_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/lint"
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

// written is a CRD with mistakes of people.
const written = `apiVersion: apiextensions.k8s.io/v1
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
        required: [sepc]
        properties:
          spec:
            type: object
            properties:
              image: {type: string, maxlength: 253, minLength: 1}
              replicas: {type: integer, format: int32, default: 3000000000}
              ports: {type: array, items: {type: integer, minLength: 1}}
            x-kubernetes-validations:
            - rule: self.replicas > 0 || self.replicas < 1000
`

func Example_explainCRD() {
	ctx := context.Background()
	doc, err := document.DecodeOne(ctx, []byte(written))
	if err != nil {
		panic(err)
	}
	positions, err := doc.Positions(ctx)
	if err != nil {
		panic(err)
	}
	result, err := crdschema.ValidateCRD(ctx, doc.Object, nil)
	if err != nil {
		panic(err)
	}
	problems, err := explain.CRD(ctx, doc.Object, result)
	if err != nil {
		panic(err)
	}
	for _, p := range problems {
		fmt.Print(p.Text(explain.Source{Name: "crd.yaml", Positions: positions}))
	}
	// Output:
	// unknown field "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.image.maxlength"
	//   at      crd.yaml:20:37: spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[image].maxlength
	//   do      Write maxLength in place of maxlength.
	//   change  remove spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[image].maxlength
	//           set spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[image].maxLength to 253
	//   see     docs/ERRORS.md, unknown-field
	// spec.validation.openAPIV3Schema.properties[spec].properties[replicas].default: Invalid value: "": Checked value must be of type integer with format int32 in
	//   at      crd.yaml:21:56: spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[replicas].default
	//   since   Kubernetes 1.36
	//   do      Change the default so that its own schema takes it, or remove it.
	//   change  remove spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[replicas].default
	//   loses   spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[replicas].default
	//   see     docs/ERRORS.md, number-range
}

func Example_lint() {
	ctx := context.Background()
	doc, err := document.DecodeOne(ctx, []byte(written))
	if err != nil {
		panic(err)
	}
	positions, err := doc.Positions(ctx)
	if err != nil {
		panic(err)
	}
	found, err := lint.CRD(ctx, doc.Object)
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Print(f.Text("crd.yaml", positions))
	}
	// Output:
	// No object can have sepc: it is required, but the server drops it, because it is not declared.
	//   at      crd.yaml:15:20: spec.versions[0].schema.openAPIV3Schema.required[0]
	//   do      Write spec in place of sepc.
	//   change  set spec.versions[0].schema.openAPIV3Schema.required[0] to "spec"
	//   see     docs/ERRORS.md, required-undeclared
	// The rule can never be false: it is true wherever it can be evaluated.
	//   at      crd.yaml:24:15: spec.versions[0].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule
	//   do      Correct the rule, or remove it.
	//   see     docs/ERRORS.md, rule-never-false
	// minLength has no effect: the type is integer.
	//   at      crd.yaml:22:59: spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[ports].items.minLength
	//   do      Perhaps minimum is meant in place of minLength.
	//   change  remove spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[ports].items.minLength
	//           set spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[ports].items.minimum to 1
	//   see     docs/ERRORS.md, keyword-of-other-type
}
