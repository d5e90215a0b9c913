package crdschema_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
)

// A patch is applied to the stored object; what it makes is judged like an update.
func ExampleDefinition_Admit_patch() {
	definition := mustCompile()
	old := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, namespace: default}, spec: {cronSpec: "0 1 * * *", image: backup}}`).Object
	for _, patch := range []struct{ contentType, text string }{
		{"application/merge-patch+json", `{"spec": {"replicas": 3}}`},
		{"application/merge-patch+json", `{"spec": {"replicas": "three"}}`},
		{"application/json-patch+json", `[{"op": "test", "path": "/spec/image", "value": "other"}]`},
	} {
		result, err := definition.Admit(context.Background(), crdschema.Request{
			Operation: crdschema.Patch, Old: old, ContentType: patch.contentType, Body: []byte(patch.text)})
		if err != nil {
			panic(err)
		}
		if status := result.Status(); status != nil {
			fmt.Println(status.Code, status)
		} else {
			fmt.Println(result.Object["spec"])
		}
	}
	// Output:
	// map[cronSpec:0 1 * * * image:backup replicas:3]
	// 422 CronTab.stable.example.com "nightly" is invalid: spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"
	// 422 the server rejected our request due to an error in our request
	// operation 1 of the patch (test /spec/image) does not apply: the value is another one
}
