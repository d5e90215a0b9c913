package crdschema_test

import (
	"fmt"

	"github.com/seed95800270/crdschema"
)

// widgets returns a crd with a schema for spec.
func widgets(spec string) map[string]any {
	docs, err := crdschema.DecodeYAML([]byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com, resourceVersion: "1"}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: ` + spec))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

// An error prints the server's text, and its path is the location in the crd.
func ExampleValidateDefinition() {
	crd := widgets(`{type: object, properties: {size: {type: integer, default: large}, tags: {type: array}}}`)
	res, err := crdschema.ValidateDefinition(crd, nil)
	if err != nil {
		panic(err)
	}
	for _, e := range res.Errors {
		fmt.Println(e)
		fmt.Println("  at", e.Path)
	}
	// Output:
	// spec.validation.openAPIV3Schema.properties[spec].properties[tags].items: Required value: must be specified
	//   at spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[tags].items
}

// An update tolerates some errors of the old crd, and the result is what the server
// stores.
func ExampleCompiler_ValidateDefinition() {
	compiler := crdschema.NewCompiler()
	old := widgets(`{type: object, properties: {size: {type: integer}}}`)
	res, err := compiler.ValidateDefinition(widgets(`{type: object, properties: {size: {type: integer, format: tiny}}}`), old)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Accepted(), res.Warnings)
	fmt.Println(res.Object["metadata"])
	fmt.Println(res.Object["status"])
	// Output:
	// true [unrecognized format "tiny"]
	// map[generation:1 name:widgets.example.com resourceVersion:1]
	// map[acceptedNames:map[kind: plural:] conditions:<nil> storedVersions:[v1]]
}

// Versions in which no objects are stored any more are removed from the status.
func ExampleCompiler_AdmitDefinition() {
	stored := widgets(`{type: object}`)
	stored["status"] = map[string]any{"storedVersions": []any{"v1beta1", "v1"}}
	migrated := widgets(`{type: object}`)
	migrated["status"] = map[string]any{"storedVersions": []any{"v1"}}
	res, err := crdschema.NewCompiler().AdmitDefinition(crdschema.DefinitionRequest{
		CRD: migrated, Old: stored, Operation: crdschema.UpdateStatus,
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Accepted(), res.Object["status"].(map[string]any)["storedVersions"])
	// Output: true [v1]
}

// The server rejects a crd that it cannot decode before it validates it.
func ExampleDefinitionResult_Accepted() {
	res, err := crdschema.ValidateDefinition(map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Accepted(), res.Status.Code)
	// Output: false 400
}
