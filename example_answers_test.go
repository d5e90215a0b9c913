package crdschema_test

import (
	"cmp"
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
)

// Err is a nil error if the server accepts the request, so it can be returned as it is.
func ExampleResult_Err() {
	admit := func(text string) error {
		result, err := mustCompile().Admit(context.Background(), crdschema.Request{Body: []byte(text), ContentType: "application/yaml"})
		return cmp.Or(err, result.Err())
	}
	fmt.Println(admit("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}}"))
	fmt.Println(admit("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: default}, spec: {replicas: two}}"))
	// Output:
	// <nil>
	// CronTab.stable.example.com "a" is invalid: spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"
}

func ExampleRejected() {
	result := crdschema.Rejected(&crdschema.Status{Code: 403, Reason: "Forbidden", Message: "not now"})
	fmt.Println(result.Accepted(), result.Err())
	// Output: false not now
}

// The methods of a resource are the answers about one object.
func ExampleDefinition_Resource() {
	fmt.Println(mustCompile().Resource("nightly").Forbidden("not now"))
	// Output: crontabs.stable.example.com "nightly" is forbidden: not now
}
