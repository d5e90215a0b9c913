package crdschema_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
)

// widgets returns a crd with a schema for spec.
func widgets(spec string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
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
          spec: `+spec))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

// stored returns a crd with the resource version of a stored one.
func stored(crd map[string]any) map[string]any {
	crd["metadata"].(map[string]any)["resourceVersion"] = "1"
	return crd
}

// An error prints the server's text, and its path is the location in the crd.
func ExampleValidateCRD() {
	crd := widgets(`{type: object, properties: {size: {type: integer, default: large}, tags: {type: array}}}`)
	res, err := crdschema.ValidateCRD(context.Background(), crd, nil)
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
func ExampleCompiler_AdmitCRD_update() {
	compiler := crdschema.NewCompiler()
	old := stored(widgets(`{type: object, properties: {size: {type: integer}}}`))
	res, err := compiler.AdmitCRD(context.Background(), crdschema.CRDRequest{
		CRD: stored(widgets(`{type: object, properties: {size: {type: integer, format: tiny}}}`)), Old: old, Operation: crdschema.Update,
	})
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
func ExampleCompiler_AdmitCRD() {
	old := stored(widgets(`{type: object}`))
	old["status"] = map[string]any{"storedVersions": []any{"v1beta1", "v1"}}
	migrated := stored(widgets(`{type: object}`))
	migrated["status"] = map[string]any{"storedVersions": []any{"v1"}}
	res, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{
		CRD: migrated, Old: old, Operation: crdschema.UpdateStatus,
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Accepted(), res.Object["status"].(map[string]any)["storedVersions"])
	// Output: true [v1]
}

// The server rejects a crd that it cannot decode before it validates it.
func ExampleCRDResult_Accepted() {
	res, err := crdschema.ValidateCRD(context.Background(), map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Accepted(), res.Status().Code)
	// Output: false 400
}

// With the text of the body the answer is the server's in all that depends on how the
// body is written: repeated objects are merged, and fields are reported in the order of
// the text.
func ExampleCRDRequest_body() {
	res, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{Body: []byte(`{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.example.com"},
		"spec": {"group": "example.com", "scop": "Cluster", "names": {"plural": "widgets", "kind": "Widget"}},
		"spec": {"scope": "Cluster", "versions": [
			{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}
		]}
	}`)})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Accepted())
	for _, warning := range res.Warnings {
		fmt.Println(warning)
	}
	spec := res.Object["spec"].(map[string]any)
	fmt.Println(spec["group"], spec["scope"])
	// Output:
	// true
	// unknown field "spec.scop"
	// duplicate field "spec"
	// example.com Cluster
}

// A server over this library answers `kubectl patch crd` with it.
func ExampleCompiler_AdmitCRD_patch() {
	compiler := crdschema.NewCompiler()
	created, err := compiler.AdmitCRD(context.Background(), crdschema.CRDRequest{CRD: widgets(`{type: object}`), Revision: 7})
	if err != nil {
		panic(err)
	}
	for i, patch := range []string{`{"spec":{"names":{"shortNames":["w"]}}}`, `{}`, `{"spec":{"group":"other.com"}}`} {
		res, err := compiler.AdmitCRD(context.Background(), crdschema.CRDRequest{
			Operation: crdschema.Patch, ContentType: "application/merge-patch+json", Body: []byte(patch),
			Old: created.Object, Revision: uint64(8 + i),
		})
		if err != nil {
			panic(err)
		}
		fmt.Println(res.Code, res.Unchanged, res.Errors)
	}
	// Output:
	// 200 false []
	// 200 true []
	// 0 false [spec.group: Invalid value: "other.com": field is immutable]
}
