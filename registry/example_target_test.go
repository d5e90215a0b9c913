package registry_test

import (
	"cmp"
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// An update that is made stage by stage is compared with the URL
// and with what is stored.
func ExampleTarget() {
	version, _ := mustCompile().Version("v1")
	target := registry.Target{Version: version, Namespace: "default", Name: "nightly"}
	old := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, namespace: default, uid: u1, resourceVersion: "7"}}`).Object
	update := func(obj map[string]any) (map[string]any, *crdschema.Status) {
		if rejection := target.CheckVersion(obj); rejection != nil {
			return nil, rejection
		}
		obj, rejection := target.PrepareNamespace(obj)
		if rejection != nil {
			return nil, rejection
		}
		if rejection := cmp.Or(target.CheckName(obj), target.CheckUID(obj, old)); rejection != nil {
			return nil, rejection
		}
		obj = objectmeta.PrepareUpdate(obj, old)
		return obj, target.CheckResourceVersion(obj, old)
	}
	for _, text := range []string{
		`{apiVersion: stable.example.com/v1beta1, kind: CronTab, metadata: {name: nightly}}`,
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, namespace: other}}`,
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: daily}}`,
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, uid: u2}}`,
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, resourceVersion: "6"}}`,
		`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, resourceVersion: "7"}}`,
	} {
		prepared, rejection := update(mustDecode(text).Object)
		if rejection != nil {
			fmt.Println(rejection.Code, rejection)
			continue
		}
		fmt.Println(prepared["metadata"])
	}
	// Output:
	// 400 the API version in the data (stable.example.com/v1beta1) does not match the expected API version (stable.example.com/v1)
	// 400 the namespace of the provided object does not match the namespace sent on the request
	// 400 the name of the object (daily) does not match the name on the URL (nightly)
	// 409 Operation cannot be fulfilled on crontabs.stable.example.com "nightly": StorageError: invalid object, Code: 4, Key: /registry/stable.example.com/crontabs/default/nightly, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u2, UID in object meta: u1
	// 409 Operation cannot be fulfilled on crontabs.stable.example.com "nightly": the object has been modified; please apply your changes to the latest version and try again
	// map[name:nightly namespace:default resourceVersion:7 uid:u1]
}

// A new object has checks of its own.
func ExampleTarget_CheckTerminating() {
	crd := mustDecode(cronTabs).Object
	crd["metadata"].(map[string]any)["deletionTimestamp"] = "2026-05-01T12:00:00Z"
	crd["status"] = map[string]any{"conditions": []any{map[string]any{"type": "Terminating", "status": "True"}}}
	definition, err := crdschema.Compile(context.Background(), crd)
	if err != nil {
		panic(err)
	}
	version, _ := definition.Version("v1")
	target := registry.Target{Version: version}
	obj := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, resourceVersion: "7"}}`).Object
	fmt.Println(target.CheckTerminating(obj))
	fmt.Println(target.CheckUnversioned(obj))
	// Output:
	// crontabs.stable.example.com "nightly" is forbidden: create not allowed while custom resource definition is terminating
	// resourceVersion should not be set on objects to be created
}

// The server removes an object that is being deleted when an update leaves no finalizers.
func ExampleFinalized() {
	obj, old := mustObjects(`
metadata: {name: a, deletionTimestamp: "2026-05-01T12:00:00Z"}
---
metadata: {name: a, deletionTimestamp: "2026-05-01T12:00:00Z", finalizers: [example.com/backup]}
`)
	fmt.Println(registry.Finalized(obj, old), registry.Finalized(old, old))
	// Output: true false
}
