package crdschema_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
)

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

// kubectl scale writes the number of replicas. The object is validated like in any update.
func ExampleDefinition_Admit_scale() {
	definition := crdschema.MustCompileYAML(workers)
	old := mustDecode("{apiVersion: stable.example.com/v1, kind: Worker, metadata: {name: a, namespace: d, generation: 1}, spec: {replicas: 3}}").Object
	for _, replicas := range []int{5, 50} {
		result, err := definition.Admit(context.Background(), crdschema.Request{
			Operation: crdschema.UpdateScale,
			Body:      fmt.Appendf(nil, `{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"a"},"spec":{"replicas":%d}}`, replicas),
			Old:       old,
		})
		if err != nil {
			panic(err)
		}
		if rejection := result.Status(); rejection != nil {
			fmt.Println(rejection)
			continue
		}
		fmt.Println(result.Object["kind"], result.Object["spec"])
		fmt.Println(result.Stored["kind"], result.Stored["spec"], result.Stored["metadata"].(map[string]any)["generation"])
	}
	// Output:
	// Scale map[replicas:5]
	// Worker map[replicas:5] 2
	// Worker.stable.example.com "a" is invalid: spec.replicas: Invalid value: 50: spec.replicas in body should be less than or equal to 10
}
