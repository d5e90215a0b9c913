package explain_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
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

// An object with two mistakes.
func ExampleObject() {
	ctx := context.Background()
	definition := crdschema.MustCompileYAML(crd)
	request := crdschema.Request{
		Body:        []byte("{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, tags: [a-very-long-tag], tgas: []}"),
		ContentType: "application/yaml",
		AllErrors:   true,
	}
	result, err := definition.Admit(ctx, request)
	if err != nil {
		panic(err)
	}
	list, err := explain.Object(ctx, definition, request, result)
	if err != nil {
		panic(err)
	}
	positions, err := document.PositionsOf(ctx, request.Body, request.ContentType)
	if err != nil {
		panic(err)
	}
	for _, e := range list {
		fmt.Print(e.Text(explain.Source{Name: "thing.yaml", Positions: positions}, explain.Source{}))
	}
	// Output:
	// tags[0]: Too long: may not be more than 9 bytes
	//   at      thing.yaml:1:71: tags[0]
	//   because properties[tags].items.maxLength: 9
	//   fits    a length of at most 9
	//   change  set tags[0] to "a-very-lo"
	// unknown field "tgas"
	//   at      thing.yaml:1:89: tgas
	//   because properties
	//   fits    one of the fields tags
	//   change  remove tgas
}

// A CRD that the server cannot decode.
func ExampleCRD() {
	ctx := context.Background()
	crd, err := document.DecodeOne(ctx, []byte(strings.Replace(crd, "maxItems: 9", `nullable: "true"`, 1)))
	if err != nil {
		panic(err)
	}
	result, err := crdschema.ValidateCRD(ctx, crd.Object, nil)
	if err != nil {
		panic(err)
	}
	problems, err := explain.CRD(ctx, crd.Object, result)
	if err != nil {
		panic(err)
	}
	positions, err := crd.Positions(ctx)
	if err != nil {
		panic(err)
	}
	for _, p := range problems {
		fmt.Print(p.Text(explain.Source{Name: "crd.yaml", Positions: positions}))
	}
	fmt.Print(explain.Terminal{Width: 80}.Format(problems[0].String()))
	// Output:
	// json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.nullable of type bool
	//   at      crd.yaml:18:31: spec.versions[0].schema.openAPIV3Schema.properties[tags].nullable
	//   do      Write true or false as nullable.
	//   change  set spec.versions[0].schema.openAPIV3Schema.properties[tags].nullable to true
	//   see     docs/ERRORS.md, field-type
	// json: cannot unmarshal string into Go struct field
	//           JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.nullable
	//           of type bool
	//   at      spec.versions[0].schema.openAPIV3Schema.properties[tags].nullable
	//   do      Write true or false as nullable.
	//   change  set spec.versions[0].schema.openAPIV3Schema.properties[tags].nullable
	//           to true
	//   see     docs/ERRORS.md, field-type
}
