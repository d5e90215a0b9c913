package crdschema_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed95800270/crdschema"
)

// A server answers a GET of an object that is not there.
func ExampleTarget_NotFound() {
	version, _ := mustCompile().Version("v1")
	status := crdschema.Target{Version: version, Name: "a"}.NotFound()
	text, err := json.Marshal(status)
	fmt.Println(string(text), err)
	// Output:
	// {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"crontabs.stable.example.com \"a\" not found","reason":"NotFound","details":{"name":"a","group":"stable.example.com","kind":"crontabs"},"code":404} <nil>
}

// A server looks for the name of a new object after Admit has accepted the request.
func ExampleTarget_AlreadyExists() {
	definition := mustCompile()
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: i}}").Object
	result, err := definition.Admit(context.Background(), crdschema.Request{Object: object, Namespace: "default"})
	if err != nil {
		panic(err)
	}
	version, _ := definition.Version("v1")
	status := crdschema.Target{Version: version}.AlreadyExists(result.Object, result.Object)
	fmt.Println(status.Code, status)
	// Output:
	// 409 crontabs.stable.example.com "a" already exists
}

// The status subresource can be read, updated and patched.
func ExampleTarget_MethodNotAllowed() {
	version, _ := mustCompile().Version("v1")
	status := crdschema.Target{Version: version, Name: "a"}.MethodNotAllowed("delete")
	fmt.Println(status.Code, status)
	// Output:
	// 405 delete is not supported on resources of kind "crontabs.stable.example.com"
}

// A server stores an object with the revision of the write, so that updates conflict.
func ExampleAtRevision() {
	definition := mustCompile()
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {image: i}}").Object
	created, err := definition.Admit(context.Background(), crdschema.Request{Object: object, Namespace: "default"})
	if err != nil {
		panic(err)
	}
	stored := crdschema.AtRevision(created.Stored, 7)
	late, err := definition.Admit(context.Background(), crdschema.Request{
		Operation: crdschema.Update, Object: crdschema.AtRevision(created.Stored, 6), Old: stored})
	fmt.Println(created.Code, late.Status(), err)
	// Output:
	// 201 Operation cannot be fulfilled on crontabs.stable.example.com "a": the object has been modified; please apply your changes to the latest version and try again <nil>
}

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
