package specschema_test

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
)

// crontabs returns a CRD. A cluster with it publishes what openapiv3.Build and
// openapiv2.Build return.
func crontabs() map[string]any {
	docs, _ := document.DecodeYAML(context.Background(), []byte(`
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
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer, default: 1, minimum: 1}
            x-kubernetes-validations: [{rule: self.replicas < 10}]
`))
	return docs[0].Object
}

func ExampleToSpec() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string"},
	})
	out, err := specschema.ToSpec(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Type, out.Items.Schema.Type, out.Extensions)
	// Output:
	// [array] [string] map[x-kubernetes-list-type:set]
}

func ExampleFromSpec() {
	in := spec.StringProperty().WithMaxLength(3).AsReadOnly()
	s, errs, err := specschema.FromSpec(context.Background(), in)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Map())
	for _, err := range errs {
		fmt.Println(err.Code, err)
	}
	// Output:
	// map[maxLength:3 type:string]
	// unknown-keyword unknown field "readOnly"
}

// Schemas of Go types refer to each other.
func ExampleWithReferences() {
	definitions := map[string]*spec.Schema{
		"#/definitions/Port": spec.Int32Property(),
	}
	s, errs, err := specschema.FromSpec(context.Background(), spec.ArrayProperty(spec.RefProperty("#/definitions/Port")),
		specschema.WithReferences(func(ref string) *spec.Schema { return definitions[ref] }))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Map(), len(errs))
	// Output:
	// map[items:map[format:int32 type:integer] type:array] 0
}

// A CRD around a schema that a cluster has published admits objects like the CRD of the
// cluster.
func ExampleFromDocument() {
	doc, _ := openapiv3.BuildMap(context.Background(), crontabs(), "v1") // as of GET /openapi/v3/apis/stable.example.com/v1
	s, errs, err := specschema.FromDocument(context.Background(), doc, "stable.example.com/v1", "CronTab")
	if err != nil {
		panic(err)
	}
	if len(errs) > 0 {
		fmt.Println(errs.Err())
		return
	}
	fmt.Println(s.Property("spec").Map())

	definition, err := crdschema.Compile(context.Background(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "crontabs.stable.example.com"},
		"spec": map[string]any{
			"group": "stable.example.com", "scope": "Namespaced",
			"names": map[string]any{"plural": "crontabs", "kind": "CronTab"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": s.Map()},
			}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := definition.Admit(context.Background(), crdschema.Request{Body: []byte(
		`{"apiVersion": "stable.example.com/v1", "kind": "CronTab", "metadata": {"name": "a", "namespace": "b"}, "spec": {"replicas": 10}}`)})
	fmt.Println(result.Errors.Err(), err)
	// Output:
	// map[properties:map[replicas:map[default:1 minimum:1 type:integer]] type:object x-kubernetes-validations:[map[rule:self.replicas < 10]]]
	// spec: Invalid value: failed rule: self.replicas < 10 <nil>
}

func ExampleFromOpenAPI() {
	doc, _ := openapiv3.Build(context.Background(), crontabs(), "v1")
	s, errs, err := specschema.FromOpenAPI(context.Background(), doc, "stable.example.com/v1", "CronTab")
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Property("spec").Property("replicas").Map(), len(errs))
	_, errs, err = specschema.FromOpenAPI(context.Background(), doc, "stable.example.com/v1", "Pod")
	if err != nil {
		panic(err)
	}
	fmt.Println(errs[0])
	// Output:
	// map[default:1 minimum:1 type:integer] 0
	// components.schemas: Not found: "stable.example.com/v1, Kind=Pod"
}

// Documents of version 2 lack defaults.
func ExampleFromSwagger() {
	doc, _ := openapiv2.Build(context.Background(), crontabs(), "v1")
	s, errs, err := specschema.FromSwagger(context.Background(), doc, "stable.example.com/v1", "CronTab")
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Property("spec").Property("replicas").Map(), len(errs))
	// Output:
	// map[minimum:1 type:integer] 0
}

// A schema that contains itself is cut, with an error: who accepts that values are not
// checked below drops the error.
func Example_recursion() {
	doc := map[string]any{"components": map[string]any{"schemas": map[string]any{
		"Menu": map[string]any{
			"type":                            "object",
			"x-kubernetes-group-version-kind": []any{map[string]any{"group": "example.com", "version": "v1", "kind": "Menu"}},
			"properties":                      map[string]any{"submenu": map[string]any{"$ref": "#/components/schemas/Menu"}},
		},
	}}}
	s, errs, err := specschema.FromDocument(context.Background(), doc, "example.com/v1", "Menu")
	if err != nil {
		panic(err)
	}
	fmt.Println(errs[0])
	errs = slices.DeleteFunc(errs, func(err *structural.Error) bool { return err.Code == "reference-cycle" })
	fmt.Println(len(errs), s.Property("submenu").Map())
	// Output:
	// properties[submenu].$ref: Invalid value: "#/components/schemas/Menu": refers to a schema that contains the reference
	// 0 map[type:object x-kubernetes-preserve-unknown-fields:true]
}
