package crdschema_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// Another server calls the stages at its own places, with its own admission and field
// managers in between. This one creates an object.
func ExampleDefinition_Decode() {
	ctx := context.Background()
	version, _ := mustCompile().Version("v1")
	body := mustDecode(`
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: nightly, namespace: default}
spec: {image: cron, hue: red}
status: {ready: 1}
`)
	decoded, err := version.Definition().Decode(context.Background(), body.Object)
	if err != nil {
		panic(err) // 400
	}
	fmt.Println(decoded.Unknown.Texts(), decoded.Defaulted)

	obj := structural.Clone(decoded.Object) // for admission, which may write to it
	delete(obj["spec"].(map[string]any), "replicas")
	obj, again, _ := version.Default(context.Background(), obj)
	fmt.Println("defaulted again:", again)

	obj = registry.PrepareCreate(version, obj)
	validation, err := version.ValidateCreate(ctx, obj)
	if err != nil {
		panic(err) // the context is cancelled
	}
	stored, err := version.Definition().EncodeStored(ctx, obj)
	fmt.Println(len(validation.Errors), err, stored["metadata"], stored["spec"], stored["status"])
	// Output:
	// [unknown field "spec.hue"] [spec.replicas]
	// defaulted again: [spec.replicas]
	// 0 <nil> map[generation:1 name:nightly namespace:default] map[image:cron replicas:1] <nil>
}

// Under strict field validation, unknown and repeated fields are rejected.
func ExampleDecoded_StrictStatus() {
	body := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: a}, spec: {hue: red}}`)
	decoded, err := mustCompile().Decode(context.Background(), body.Object)
	if err != nil {
		panic(err)
	}
	fmt.Println(decoded.StrictStatus(body.Duplicates))
	// Output: CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown field "spec.hue"
}

// The text of the error is the bare cause. A Status wraps it.
func ExampleDefinition_Decode_error() {
	_, err := mustCompile().Decode(context.Background(), mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: 5}}`).Object)
	var cause *structural.Error
	fmt.Println(errors.As(err, &cause), cause.Path)
	fmt.Println(err)
	fmt.Println(crdschema.StatusOf(err).Code, crdschema.StatusOf(err))
	// Output:
	// true metadata
	// json: cannot unmarshal number into Go struct field ObjectMeta.name of type string
	// 400 CronTab in version "v1" cannot be handled as a CronTab: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string
}

func mustObjects(text string) (obj, old map[string]any) {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0].Object, docs[1].Object
}

// limits returns a version whose schema was tightened after objects had been stored.
func limits() *crdschema.Version {
	crd := strings.Replace(cronTabs, "image: {type: string}", `image: {type: string, maxLength: 3, x-kubernetes-validations: [{rule: "self != 'cron'", message: no cron}]}`, 1)
	version, _ := crdschema.MustCompileYAML(crd).Version("v1")
	return version
}

const tooLong = `
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: a, namespace: default, resourceVersion: "7", uid: b, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {image: cron}
status: {ready: 1}
`

// An update tolerates what was wrong before, unless ratcheting is off.
func ExampleVersion_ValidateUpdate() {
	obj, old := mustObjects(tooLong + "---" + tooLong)
	tolerant, _ := limits().ValidateUpdate(context.Background(), obj, old)
	strict, _ := limits().ValidateUpdate(context.Background(), obj, old, crdschema.WithoutRatcheting())
	fmt.Println("errors:", tolerant.Errors.Texts())
	fmt.Println(tolerant.Ratcheted.Err())
	fmt.Println("warnings:", tolerant.Warnings.Texts())
	fmt.Println("without ratcheting:", strict.Errors[0])
	// Output:
	// errors: []
	// spec.image: Too long: may not be more than 3 bytes
	// spec.image: Invalid value: "cron": no cron
	// warnings: [spec.image: Invalid value: "cron": no cron]
	// without ratcheting: spec.image: Too long: may not be more than 3 bytes
}

// Of the values only the status is validated.
func ExampleVersion_ValidateStatus() {
	obj, old := mustObjects(strings.Replace(tooLong, "ready: 1", "ready: no", 1) + "---" + tooLong)
	validation, err := limits().ValidateStatus(context.Background(), registry.PrepareStatus(obj, old), old)
	fmt.Println(validation.Errors[0], err)
	// Output: status.ready: Invalid value: "boolean": ready in body must be of type integer: "boolean" <nil>
}

// Servers without ratcheting tolerate nothing.
func ExampleWithoutRatcheting() {
	obj, old := mustObjects(tooLong + "---" + tooLong)
	validation, _ := limits().ValidateUpdate(context.Background(), obj, old, crdschema.WithoutRatcheting())
	fmt.Println(validation.Errors[0])
	// Output: spec.image: Too long: may not be more than 3 bytes
}

func ExampleWithCostBudget() {
	obj := mustDecode(strings.Replace(tooLong, "cron", "at", 1)).Object
	enough, _ := limits().ValidateCreate(context.Background(), obj, crdschema.WithCostBudget(100))
	little, _ := limits().ValidateCreate(context.Background(), obj, crdschema.WithCostBudget(1))
	fmt.Println(enough.Errors.Err(), enough.Cost)
	fmt.Println(little.Errors.Err())
	// Output:
	// <nil> 2
	// spec.image: Invalid value: "string": validation failed due to running out of cost budget, no further validation rules will be run
}

// A definition that is being deleted forbids new objects, but still decodes them.
func ExampleDefinition_Terminating() {
	terminating := strings.Replace(cronTabs, "metadata: {", `metadata: {deletionTimestamp: "2026-01-01T00:00:00Z", `, 1)
	definition := crdschema.MustCompileYAML(terminating)
	decoded, err := definition.Decode(context.Background(), mustDecode(tooLong).Object)
	fmt.Println(definition.Terminating(), decoded.Object["spec"], err)
	// Output: true map[image:cron replicas:1] <nil>
}

// A version reads objects that were stored at any other.
func ExampleVersion_DecodeStored() {
	version, _ := mustCompile().Version("v1beta1")
	obj, err := version.DecodeStored(context.Background(), mustDecode(tooLong).Object)
	fmt.Println(obj["apiVersion"], obj["spec"], err)
	// Output: stable.example.com/v1beta1 map[image:cron] <nil>
}
