package crdschema_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/document"
)

// A validating webhook answers with the Status of the server, of which kubectl prints
// every cause.
func ExampleResult_Status() {
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {replicas: many, image: 1}}").Object
	result, err := mustCompile().Admit(context.Background(), crdschema.Request{Object: object, Namespace: "default"})
	if err != nil {
		panic(err)
	}
	response := map[string]any{"uid": "705ab4f5", "allowed": true}
	if status := result.Status(); status != nil {
		response["allowed"], response["status"] = false, status.Object()
	}
	text, err := document.EncodeYAML(context.Background(), response)
	fmt.Print(string(text), err)
	// Output:
	// allowed: false
	// status:
	//   apiVersion: v1
	//   code: 422
	//   details:
	//     causes:
	//     - field: spec.image
	//       message: 'Invalid value: "integer": spec.image in body must be of type string:
	//         "integer"'
	//       reason: FieldValueTypeInvalid
	//     - field: spec.replicas
	//       message: 'Invalid value: "string": spec.replicas in body must be of type integer:
	//         "string"'
	//       reason: FieldValueTypeInvalid
	//     group: stable.example.com
	//     kind: CronTab
	//     name: a
	//   kind: Status
	//   message: 'CronTab.stable.example.com "a" is invalid: [spec.image: Invalid value:
	//     "integer": spec.image in body must be of type string: "integer", spec.replicas:
	//     Invalid value: "string": spec.replicas in body must be of type integer: "string"]'
	//   metadata: {}
	//   reason: Invalid
	//   status: Failure
	// uid: 705ab4f5
	// <nil>
}

func ExampleCRDResult_Status() {
	crd := mustDecode(cronTabs).Object
	crd["metadata"] = map[string]any{"name": "crontabs"}
	result, err := crdschema.ValidateCRD(context.Background(), crd, nil)
	if err != nil {
		panic(err)
	}
	status := result.Status()
	fmt.Println(status.Code, status.Message)
	fmt.Println(status.Details.Causes[0].Field)
	// Output:
	// 422 CustomResourceDefinition.apiextensions.k8s.io "crontabs" is invalid: metadata.name: Invalid value: "crontabs": must be spec.names.plural+"."+spec.group
	// metadata.name
}

// The answer of a server is its Status as JSON.
func ExampleStatus_MarshalJSON() {
	object := mustDecode("{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a, namespace: other}}").Object
	result, err := mustCompile().Admit(context.Background(), crdschema.Request{Object: object, Namespace: "default"})
	if err != nil {
		panic(err)
	}
	text, err := result.Status().MarshalJSON()
	fmt.Println(string(text), err)
	// Output:
	// {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"the namespace of the provided object does not match the namespace sent on the request","reason":"BadRequest","code":400} <nil>
}

// The answer to a request for an object that cannot be converted names it in storage.
func ExampleStatusOf() {
	crd := mustDecode(things).Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{"strategy": "Webhook"}
	refused := conversion.Func(func(context.Context, map[string]any, string) (map[string]any, error) {
		return nil, errors.New("connection refused")
	})
	definition, err := crdschema.Compile(context.Background(), crd, crdschema.WithConverter(refused))
	if err != nil {
		panic(err)
	}
	stored := mustDecode(`{apiVersion: example.com/v1, kind: Thing, metadata: {name: a, namespace: d, resourceVersion: "7"}}`)
	_, err = definition.Read(context.Background(), stored.Object, "v2")
	status := crdschema.StatusOf(err)
	fmt.Println(status.Code, status.Reason)
	fmt.Println(status.Details.Causes[0].Message)
	// Output:
	// 500 InternalError
	// StorageError: corrupt object, Code: 7, Key: /example.com/things/d/a, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=7: Thing d/a: connection refused
}
