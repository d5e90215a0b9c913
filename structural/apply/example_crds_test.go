package apply_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural/apply"
)

const lamps = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, kind: Lamp}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

// A CRD is applied as any other object. Another manager cannot change a field of the first.
func ExampleNewCRDTracker() {
	compiler, fields := crdschema.NewCompiler(), apply.NewCRDTracker()
	var stored map[string]any
	for _, request := range []struct{ manager, body string }{
		{"gitops", lamps},
		{"admin", `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: lamps.example.com}, spec: {scope: Cluster}}`},
	} {
		result, err := compiler.AdmitCRD(context.Background(), crdschema.CRDRequest{
			Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", Name: "lamps.example.com",
			Body: []byte(request.body), Old: stored, Fields: fields, FieldManager: request.manager,
		})
		if err != nil {
			log.Fatal(err)
		}
		if rejected := result.Status(); rejected != nil {
			fmt.Println(rejected.Message)
			continue
		}
		stored = result.Object
		fmt.Println(result.Code)
	}
	// Output:
	// 201
	// Apply failed with 1 conflict: conflict with "gitops": .spec.scope
}
