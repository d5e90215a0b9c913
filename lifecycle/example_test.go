package lifecycle_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/lifecycle"
)

func objectOf(text string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(text))
	if err != nil {
		panic(err)
	}
	return docs[0].Object
}

var midnight = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

const crontabs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab, shortNames: [ct]}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
  - {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`

const shirts = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shirts.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: shirts, kind: Shirt, shortNames: [ct]}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

// CRDs that are installed one after the other: the second one asks for a short
// name of the first one.
func ExampleReconcile() {
	var cluster []map[string]any
	for _, text := range []string{crontabs, shirts} {
		crd, err := lifecycle.Reconcile(context.Background(), objectOf(text), cluster, midnight)
		if err != nil {
			panic(err)
		}
		cluster = append(cluster, crd)
		for _, c := range lifecycle.Conditions(crd) {
			fmt.Println(c.Type, c.Status, c.Message)
		}
	}
	// Output:
	// NamesAccepted True no conflicts found
	// Established True the initial names have been accepted
	// NamesAccepted False "ct" is already in use
	// Established False not all names are accepted
}

func ExampleConditions() {
	crd, _ := lifecycle.Reconcile(context.Background(), objectOf(shirts), nil, midnight)
	c := lifecycle.Conditions(crd)[0]
	fmt.Println(c.Type, c.Status, c.Reason, c.LastTransitionTime)
	// Output: NamesAccepted True NoConflicts 2026-11-21 00:00:00 +0000 UTC
}

// The condition is absent unless something is wrong.
func ExampleConditionOf() {
	crd := objectOf(crontabs)
	crd["spec"].(map[string]any)["preserveUnknownFields"] = true
	crd, _ = lifecycle.Reconcile(context.Background(), crd, nil, time.Time{})
	c, found := lifecycle.ConditionOf(crd, lifecycle.NonStructuralSchema)
	fmt.Println(found, c.Message)
	// Output: true spec.preserveUnknownFields: Invalid value: true: must be false
}

// No objects of a CRD can be created while it is being deleted.
func ExampleMarkForDeletion() {
	crd, _ := lifecycle.Reconcile(context.Background(), objectOf(crontabs), nil, time.Time{})
	crd, _ = lifecycle.MarkForDeletion(context.Background(), crd, midnight)
	fmt.Println(crd["metadata"])
	c, _ := lifecycle.ConditionOf(crd, lifecycle.Terminating)
	fmt.Println(c.Status, c.Reason)

	definition, _ := crdschema.Compile(context.Background(), crd)
	result, _ := definition.Admit(context.Background(), crdschema.Request{
		Object: objectOf(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: late}}`)})
	fmt.Println(result.Status().Code, result.Status())
	// Output:
	// map[deletionTimestamp:2026-11-21T00:00:00Z finalizers:[customresourcecleanup.apiextensions.k8s.io] name:crontabs.stable.example.com]
	// True InstanceDeletionPending
	// 403 crontabs.stable.example.com "late" is forbidden: create not allowed while custom resource definition is terminating
}

// The finalizer stays until the objects are deleted.
func ExampleFinalize() {
	crd, _ := lifecycle.Reconcile(context.Background(), objectOf(crontabs), nil, time.Time{})
	crd, _ = lifecycle.MarkForDeletion(context.Background(), crd, midnight)
	for _, result := range []lifecycle.CleanupResult{lifecycle.ObjectsNotDeleted, lifecycle.ObjectsRemoved} {
		crd, _ = lifecycle.Finalize(context.Background(), crd, result, errors.New("a webhook said no"), time.Time{})
		c, _ := lifecycle.ConditionOf(crd, lifecycle.Terminating)
		fmt.Println(c.Status, c.Reason, c.Message, crd["metadata"].(map[string]any)["finalizers"])
	}
	// Output:
	// True InstanceDeletionFailed could not issue all deletes: a webhook said no [customresourcecleanup.apiextensions.k8s.io]
	// False InstanceDeletionCompleted removed all instances <nil>
}

// The names of the resource and the preferred version, as kubectl learns them from a
// server.
func ExampleDiscover() {
	crd, _ := lifecycle.Reconcile(context.Background(), objectOf(shirts), nil, time.Time{})
	discovery := lifecycle.Discover("stable.example.com", []map[string]any{crd})
	fmt.Println(discovery.Versions)
	for _, resource := range discovery.Resources["v1"] {
		fmt.Println(resource["name"], resource["singularName"], resource["shortNames"])
	}
	// Output:
	// [v1]
	// shirts shirt [ct]
}

// v1beta1 was the storage version before v1.
func ExamplePlanMigration() {
	crd := objectOf(crontabs)
	crd["status"] = map[string]any{"storedVersions": []any{"v1beta1", "v1"}}

	m, _ := lifecycle.PlanMigration(context.Background(), crd, nil) // nobody has counted the objects
	fmt.Println("rewrite:", m.Rewrite(), "keep stored:", m.Remaining())
	m, _ = lifecycle.PlanMigration(context.Background(), crd, map[string]int{"stable.example.com/v1": 200})
	fmt.Println("rewrite:", m.Rewrite(), "keep stored:", m.Remaining(), "may go:", m.Droppable())
	for _, v := range m.Versions {
		fmt.Println(v.Name, v.Objects, v.KeptInSpec)
	}
	// Output:
	// rewrite: [v1beta1] keep stored: [v1beta1 v1]
	// rewrite: [] keep stored: [v1] may go: []
	// v1 200 status.storedVersions[1]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions
	// v1beta1 0 status.storedVersions[0]: Invalid value: "v1beta1": missing from spec.versions; v1beta1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1beta1 and removes v1beta1 from status.storedVersions
}

// Constants are words in texts and in JSON.
func ExampleCleanupResult_MarshalText() {
	result := lifecycle.ObjectsNotDeleted
	text, err := result.MarshalText()
	fmt.Println(result.String(), string(text), err)
	fmt.Println(result.UnmarshalText([]byte("ObjectsRemoved")), result)
	// Output:
	// ObjectsNotDeleted ObjectsNotDeleted <nil>
	// <nil> ObjectsRemoved
}
