package registry_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

// A new object has a generation, and no status that a client sends.
func ExamplePrepareCreate() {
	version, _ := mustCompile().Version("v1")
	prepared := registry.PrepareCreate(version, mustDecode("{metadata: {name: a}, spec: {replicas: 2}, status: {ready: 1}}").Object)
	fmt.Println(prepared["metadata"], prepared["spec"], prepared["status"])
	// Output: map[generation:1 name:a] map[replicas:2] <nil>
}

// An update keeps the status, and increments the generation.
func ExamplePrepareUpdate() {
	version, _ := mustCompile().Version("v1")
	obj, old := mustObjects(`
metadata: {name: a}
spec: {replicas: 2}
---
metadata: {name: a, generation: 4}
spec: {replicas: 1}
status: {ready: 1}
`)
	prepared := registry.PrepareUpdate(version, obj, old)
	fmt.Println(prepared["metadata"], prepared["spec"], prepared["status"])
	// Output: map[generation:5 name:a] map[replicas:2] map[ready:1]
}

// An update of the status changes nothing else but the managed fields.
func ExamplePrepareStatus() {
	obj, old := mustObjects(`
metadata: {name: a, labels: {x: y}, managedFields: [{manager: controller}]}
spec: {replicas: 2}
status: {ready: 2}
---
metadata: {name: a, generation: 4}
spec: {replicas: 1}
status: {ready: 1}
`)
	prepared := registry.PrepareStatus(obj, old)
	fmt.Println(prepared["metadata"])
	fmt.Println(prepared["spec"], prepared["status"])
	// Output:
	// map[generation:4 managedFields:[map[manager:controller]] name:a]
	// map[replicas:1] map[ready:2]
}

const workers = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: workers.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: workers, kind: Worker}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.ready, labelSelectorPath: .status.selector}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {replicas: {type: integer, maximum: 10}}}
          status: {type: object, properties: {ready: {type: integer}, selector: {type: string}}}
`

// The autoscaler and kubectl scale read the Scale of an object.
func ExampleScale() {
	v := crdschema.MustCompileYAML(workers).StorageVersion()
	for _, spec := range []string{"{replicas: 3}", "{}"} {
		obj := mustDecode("{apiVersion: stable.example.com/v1, kind: Worker, metadata: {name: a, namespace: d, labels: {l: v}}, spec: " + spec +
			", status: {ready: 2, selector: app=x}}").Object
		scale, rejection := registry.Scale(v, obj)
		if rejection != nil {
			fmt.Println(rejection.Code, rejection)
			continue
		}
		text, err := document.EncodeYAML(context.Background(), scale)
		fmt.Print(string(text), err, "\n")
	}
	// Output:
	// apiVersion: autoscaling/v1
	// kind: Scale
	// metadata:
	//   name: a
	//   namespace: d
	// spec:
	//   replicas: 3
	// status:
	//   replicas: 2
	//   selector: app=x
	// <nil>
	// 500 Internal error occurred: the spec replicas field ".spec.replicas" does not exist
}

// A server with its own registry prepares an update of the scale as one of the object.
func ExamplePrepareScale() {
	v := crdschema.MustCompileYAML(workers).StorageVersion()
	old := mustDecode(`{apiVersion: stable.example.com/v1, kind: Worker, metadata: {name: a, namespace: d, generation: 1, resourceVersion: "7"}, spec: {replicas: 3}}`).Object
	for _, replicas := range []int64{5, -1 << 31} {
		scale := map[string]any{"metadata": map[string]any{"name": "a"}, "spec": map[string]any{"replicas": replicas}}
		obj, rejection := registry.PrepareScale(v, scale, old)
		if rejection != nil {
			fmt.Println(rejection.Code, rejection)
			continue
		}
		obj = registry.PrepareUpdate(v, obj, old)
		validation, err := v.ValidateUpdate(context.Background(), obj, old)
		fmt.Println(obj["spec"], obj["metadata"].(map[string]any)["generation"], len(validation.Errors), err)
	}
	// Output:
	// map[replicas:5] 2 0 <nil>
	// 400 the spec replicas field ".spec.replicas" cannot be empty
}
