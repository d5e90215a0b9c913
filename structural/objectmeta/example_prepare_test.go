package objectmeta_test

import (
	"context"
	"fmt"
	"time"

	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// The steps of a request to create an object, with nothing but its metadata.
func Example() {
	body := map[string]any{
		"apiVersion": "example.com/v1", "kind": "CronTab",
		"metadata": map[string]any{"generateName": "nightly-", "uid": "mine", "clusterName": "c", "finalizers": []any{"cleanup"}},
	}
	obj, unknown, err := objectmeta.Decode(context.Background(), body, objectmeta.Reject)
	if err != nil {
		panic(err) // 400
	}
	fmt.Println(unknown.Texts())

	obj, err = objectmeta.PrepareNamespace(obj, objectmeta.Namespaced, "default")
	if err != nil {
		panic(err) // 400
	}
	obj = objectmeta.PrepareCreate(obj, objectmeta.SystemFields{
		UID: "c6a3a2f0", CreationTimestamp: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), NameSuffix: "x7k2p",
	})
	errs := objectmeta.ValidateType(obj, "example.com", "v1", "CronTab")
	if len(errs) == 0 {
		if errs, err = objectmeta.ValidateCreate(context.Background(), obj, objectmeta.Namespaced); err != nil {
			panic(err) // no verdict
		}
	}
	if len(errs) == 0 {
		errs = objectmeta.ValidateGenerateName(obj)
	}
	fmt.Println(errs.Texts())
	fmt.Println(obj["metadata"])
	fmt.Println(objectmeta.FinalizerWarnings(context.Background(), obj, nil))
	// Output:
	// [unknown field "metadata.clusterName"]
	// []
	// map[creationTimestamp:2026-01-02T03:04:05Z finalizers:[cleanup] generateName:nightly- name:nightly-x7k2p namespace:default uid:c6a3a2f0]
	// [metadata.finalizers: "cleanup": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers] <nil>
}

// Only the server sets the uid and the time of creation.
func ExamplePrepareCreate() {
	obj := map[string]any{"metadata": map[string]any{"generateName": "nightly-", "uid": "mine", "selfLink": "/x"}}

	// Before admission plugins run, a server removes what is the server's to set.
	fmt.Println(objectmeta.PrepareCreate(obj, objectmeta.SystemFields{}))

	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	fmt.Println(objectmeta.PrepareCreate(obj, objectmeta.SystemFields{UID: "c6a3a2f0", CreationTimestamp: noon, NameSuffix: "x7k2p"}))
	// Output:
	// map[metadata:map[generateName:nightly-]]
	// map[metadata:map[creationTimestamp:2026-01-02T12:00:00Z generateName:nightly- name:nightly-x7k2p uid:c6a3a2f0]]
}

// An update need not repeat what it cannot change.
func ExamplePrepareUpdate() {
	old := map[string]any{"metadata": map[string]any{
		"name": "nightly", "uid": "c6a3a2f0", "generation": int64(3), "creationTimestamp": "2026-01-02T12:00:00Z",
	}}
	obj := map[string]any{"metadata": map[string]any{"name": "nightly", "generation": int64(9), "labels": map[string]any{"tier": "db"}}}
	fmt.Println(objectmeta.PrepareUpdate(obj, old)["metadata"])
	// Output:
	// map[creationTimestamp:2026-01-02T12:00:00Z generation:3 labels:map[tier:db] name:nightly uid:c6a3a2f0]
}

// The namespace of a request is in its URL.
func ExamplePrepareNamespace() {
	obj, _ := objectmeta.PrepareNamespace(map[string]any{}, objectmeta.Namespaced, "default")
	fmt.Println(obj)
	_, err := objectmeta.PrepareNamespace(obj, objectmeta.Namespaced, "kube-system")
	fmt.Println(err)
	obj, _ = objectmeta.PrepareNamespace(obj, objectmeta.ClusterScoped, "")
	fmt.Println(obj)
	// Output:
	// map[metadata:map[namespace:default]]
	// the namespace of the provided object does not match the namespace sent on the request
	// map[metadata:map[]]
}

// A long generateName is cut, so that the name fits into a label.
func ExampleGeneratedName() {
	fmt.Println(objectmeta.GeneratedName("nightly-", "x7k2p"))
	fmt.Println(objectmeta.GeneratedName("a-generate-name-of-more-than-58-characters-which-is-the-limit-", "x7k2p"))
	// Output:
	// nightly-x7k2p
	// a-generate-name-of-more-than-58-characters-which-is-the-lix7k2p
}

// A client that adds its owner again gets a warning.
func ExampleDedupOwnerReferences() {
	owner := map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "settings", "uid": "1"}
	obj, warning, err := objectmeta.DedupOwnerReferences(context.Background(), map[string]any{"metadata": map[string]any{"ownerReferences": []any{owner, owner}}})
	fmt.Println(obj["metadata"])
	fmt.Println(warning, err)
	// Output:
	// map[ownerReferences:[map[apiVersion:v1 kind:ConfigMap name:settings uid:1]]]
	// .metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1 <nil>
}

func ExampleDedupPatchedOwnerReferences() {
	owner := map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "settings", "uid": "1"}
	_, warning, err := objectmeta.DedupPatchedOwnerReferences(context.Background(), map[string]any{"metadata": map[string]any{"ownerReferences": []any{owner, owner}}})
	fmt.Println(warning, err)
	// Output:
	// .metadata.ownerReferences contains duplicate entries after mutating admission happens; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1 <nil>
}
