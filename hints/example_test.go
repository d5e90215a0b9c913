package hints_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// A CRD with a %s for the schema of one property.
const crontabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {image: %s}}}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`

func crdWith(schema string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(fmt.Sprintf(crontabs, schema)))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

// A CRD that the server rejects, with a hint for each error.
func ExampleForAll() {
	crd := crdWith("{maxLength: 9}")
	result, err := crdschema.ValidateCRD(context.Background(), crd, nil)
	if err != nil {
		panic(err)
	}
	found, err := hints.ForAll(context.Background(), crd, result.Errors)
	if err != nil {
		panic(err)
	}
	for i, hint := range found {
		fmt.Println(result.Errors[i])
		fmt.Println(hint.Text)
	}
	// Output:
	// spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[image].type: Required value: must not be empty for specified object fields
	// Add type: string: the other keywords are for it.
}

// An error that was not found in the CRD does not have a hint.
func ExampleFor() {
	_, ok, _ := hints.For(context.Background(), crdWith("{}"), &structural.Error{Kind: field.Internal})
	fmt.Println(ok)
	// Output:
	// false
}

// The edits of one hint after the other, until the server accepts the CRD.
func ExampleHint_Apply() {
	crd := crdWith("{properties: {name: {type: str}}}")
	for {
		result, err := crdschema.ValidateCRD(context.Background(), crd, nil)
		if err != nil {
			panic(err)
		}
		if result.Accepted() {
			break
		}
		hint, _, _ := hints.For(context.Background(), crd, result.Errors[0])
		if hint.Edits == nil {
			break
		}
		for _, edit := range hint.Edits {
			fmt.Println(edit.Path[5:], edit.Value, edit.Remove)
		}
		crd = hint.Apply(crd)
	}
	// Output:
	// properties[spec].properties[image].type object false
	// properties[spec].properties[image].properties[name].type string false
}
