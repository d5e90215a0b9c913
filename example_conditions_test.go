package crdschema_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema"
)

func definitionOf(text string) map[string]any { return mustDecode(text).Object }

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

// A folder of definitions, installed one after the other: the second one wants a
// short name that the first one has.
func ExampleSettle() {
	var cluster []map[string]any
	for _, text := range []string{
		`{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: crontabs.stable.example.com},
		  spec: {group: stable.example.com, names: {plural: crontabs, kind: CronTab, shortNames: [ct]}, versions: [{name: v1, storage: true}]}}`,
		shirts,
	} {
		crd, err := crdschema.Settle(definitionOf(text), cluster, "2026-11-21T00:00:00Z")
		if err != nil {
			panic(err)
		}
		cluster = append(cluster, crd)
		for _, c := range crdschema.Conditions(crd) {
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
	crd, _ := crdschema.Settle(definitionOf(shirts), nil, "2026-11-21T00:00:00Z")
	fmt.Println(crdschema.Conditions(crd)[0])
	// Output: {NamesAccepted True NoConflicts no conflicts found 2026-11-21T00:00:00Z}
}

// The condition is only there if something is wrong.
func ExampleConditionOf() {
	crd := definitionOf(cronTabs)
	crd["spec"].(map[string]any)["preserveUnknownFields"] = true
	crd, _ = crdschema.Settle(crd, nil, "")
	c, found := crdschema.ConditionOf(crd, crdschema.NonStructuralSchema)
	fmt.Println(found, c.Message)
	// Output: true spec.preserveUnknownFields: Invalid value: true: must be false
}

// A definition is deleted, and no objects of it can be created from then on.
func ExampleStartDeletion() {
	crd, _ := crdschema.Settle(definitionOf(cronTabs), nil, "")
	crd, _ = crdschema.StartDeletion(crd, "2026-11-21T00:00:00Z")
	fmt.Println(crd["metadata"])
	c, _ := crdschema.ConditionOf(crd, crdschema.Terminating)
	fmt.Println(c.Status, c.Reason)

	definition, _ := crdschema.Compile(crd)
	result, _ := definition.Admit(context.Background(), crdschema.Request{
		Object: definitionOf(`{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: late}}`)})
	fmt.Println(result.Status.Code, result.Status)
	// Output:
	// map[deletionTimestamp:2026-11-21T00:00:00Z finalizers:[customresourcecleanup.apiextensions.k8s.io] name:crontabs.stable.example.com]
	// True InstanceDeletionPending
	// 403 crontabs.stable.example.com "late" is forbidden: create not allowed while custom resource definition is terminating
}

// The finalizer stays until the objects are gone.
func ExampleFinishDeletion() {
	crd, _ := crdschema.Settle(definitionOf(cronTabs), nil, "")
	crd, _ = crdschema.StartDeletion(crd, "2026-11-21T00:00:00Z")
	for _, cleanup := range []crdschema.Cleanup{crdschema.ObjectsNotDeleted, crdschema.ObjectsRemoved} {
		crd, _ = crdschema.FinishDeletion(crd, cleanup, errors.New("a webhook said no"), "")
		c, _ := crdschema.ConditionOf(crd, crdschema.Terminating)
		fmt.Println(c.Status, c.Reason, c.Message, crd["metadata"].(map[string]any)["finalizers"])
	}
	// Output:
	// True InstanceDeletionFailed could not issue all deletes: a webhook said no [customresourcecleanup.apiextensions.k8s.io]
	// False InstanceDeletionCompleted removed all instances <nil>
}

// What kubectl learns from a server: the preferred version, and by which names
// it may ask for objects.
func ExampleDiscover() {
	crd, _ := crdschema.Settle(definitionOf(shirts), nil, "")
	discovery := crdschema.Discover("stable.example.com", []map[string]any{crd})
	fmt.Println(discovery.Versions)
	for _, resource := range discovery.Resources["v1"] {
		fmt.Println(resource["name"], resource["singularName"], resource["shortNames"])
	}
	// Output:
	// [v1]
	// shirts shirt [ct]
}

func ExampleDefinition_ServedVersions() {
	fmt.Println(mustCompile().ServedVersions())
	// Output: [v1 v1beta1]
}

// v1beta1 was the storage version before v1.
func ExampleDefinition_Migration() {
	crd := definitionOf(cronTabs)
	crd["status"] = map[string]any{"storedVersions": []any{"v1beta1", "v1"}}
	definition, _ := crdschema.Compile(crd)

	m := definition.Migration(nil) // nobody has counted
	fmt.Println("rewrite:", m.Rewrite(), "keep stored:", m.Remaining())
	m = definition.Migration(map[string]int{"stable.example.com/v1": 200})
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
