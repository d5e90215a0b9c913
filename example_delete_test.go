package crdschema_test

import (
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
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
