package registry_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

const cronTabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              cronSpec: {type: string}
              image: {type: string}
              replicas: {type: integer, default: 1}
          status: {type: object, properties: {ready: {type: integer}}}
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {image: {type: string}}}
`

func mustCompile() *crdschema.Definition { return crdschema.MustCompileYAML(cronTabs) }

func mustDecode(text string) document.Document {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0]
}

func mustObjects(text string) (obj, old map[string]any) {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0].Object, docs[1].Object
}

// A server answers a GET of an object that is not there.
func ExampleTarget_NotFound() {
	version, _ := mustCompile().Version("v1")
	status := registry.Target{Version: version, Name: "a"}.NotFound()
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
	status := registry.Target{Version: version}.AlreadyExists(result.Object, result.Object)
	fmt.Println(status.Code, status)
	// Output:
	// 409 crontabs.stable.example.com "a" already exists
}

// The status subresource can be read, updated and patched.
func ExampleTarget_MethodNotAllowed() {
	version, _ := mustCompile().Version("v1")
	status := registry.Target{Version: version, Name: "a"}.MethodNotAllowed("delete")
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
	stored := registry.AtRevision(created.Stored, 7)
	late, err := definition.Admit(context.Background(), crdschema.Request{
		Operation: crdschema.Update, Object: registry.AtRevision(created.Stored, 6), Old: stored})
	fmt.Println(created.Code, late.Status(), err)
	// Output:
	// 201 Operation cannot be fulfilled on crontabs.stable.example.com "a": the object has been modified; please apply your changes to the latest version and try again <nil>
}

// The server sends each warning once.
func ExampleRecordWarnings() {
	fmt.Printf("%q\n", registry.RecordWarnings([]string{"lamps are deprecated", `unknown field "hue"`, "lamps are deprecated", "two\nlines"}))
	// Output:
	// ["lamps are deprecated" "unknown field \"hue\""]
}
