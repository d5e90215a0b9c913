package crdschema_test

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// An object with finalizers is marked. It is gone when an update removes the last one.
func ExampleDefinition_Delete() {
	definition, ctx := mustCompile(), context.Background()
	stored := mustDecode(`
apiVersion: stable.example.com/v1
kind: CronTab
metadata: {name: nightly, namespace: default, uid: u1, resourceVersion: "7", generation: 1, finalizers: [example.com/backup]}
`).Object
	now := time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)
	deleted, err := definition.Delete(ctx, crdschema.DeleteRequest{Old: stored, Now: now, Revision: 8})
	if err != nil {
		panic(err)
	}
	fmt.Println(deleted.Code, deleted.Gone)
	meta := deleted.Object["metadata"].(map[string]any)
	fmt.Println(meta["deletionTimestamp"], meta["generation"], meta["resourceVersion"])

	body := structural.Clone(deleted.Object)
	delete(body["metadata"].(map[string]any), "finalizers")
	updated, err := definition.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: body, Old: deleted.Object})
	if err != nil {
		panic(err)
	}
	fmt.Println(updated.Accepted(), updated.Gone)
	// Output:
	// 200 false
	// 2026-05-01T12:00:00Z 2 8
	// true true
}

// The options are a map here: those in the query of the URL.
func ExampleDeleteResult() {
	definition, ctx := mustCompile(), context.Background()
	stored := mustDecode(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, namespace: default, uid: u1}}`).Object
	for _, options := range []map[string]any{
		{"propagationPolicy": "Later"},
		{"preconditions": map[string]any{"uid": "u2"}},
		{"propagationPolicy": "Background"},
	} {
		result, err := definition.Delete(ctx, crdschema.DeleteRequest{Old: stored, Options: options})
		if err != nil {
			panic(err)
		}
		if !result.Accepted() {
			fmt.Println(result.Status().Code, result.Status())
			continue
		}
		fmt.Println(result.Code, result.Gone, result.Object["details"])
	}
	// Output:
	// 422 DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"
	// 409 Operation cannot be fulfilled on CronTab.stable.example.com "nightly": the UID in the precondition (u2) does not match the UID in record (u1). The object might have been deleted and then recreated
	// 200 true map[group:stable.example.com kind:crontabs name:nightly uid:u1]
}

// The body may be text, as a client sends it.
func ExampleDefinition_Delete_body() {
	result, err := mustCompile().Delete(context.Background(), crdschema.DeleteRequest{
		Name: "nightly", Body: []byte(`{"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": "0"}`)})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Status().Code, result.Status())
	// Output: 400 json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64
}

// An update that is made stage by stage is compared with the URL
// and with what is stored.
func ExampleTarget() {
	version, _ := mustCompile().Version("v1")
	target := crdschema.Target{Version: version, Namespace: "default", Name: "nightly"}
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
	target := crdschema.Target{Version: version}
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
	fmt.Println(crdschema.Finalized(obj, old), crdschema.Finalized(old, old))
	// Output: true false
}
