package objectmeta_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// The metadata of a request is normalized.
func ExampleDecode() {
	obj := map[string]any{
		"kind": "CronTab",
		"metadata": map[string]any{
			"name":              "tidy",
			"creationTimestamp": nil,
			"generation":        3.0,
			"ownerReferences":   []any{map[string]any{"uid": "1", "nickname": "x"}},
		},
	}
	out, unknown, _ := objectmeta.Decode(context.Background(), obj, objectmeta.Reject)
	fmt.Println(out["metadata"])
	fmt.Println(unknown.Texts())

	_, _, err := objectmeta.Decode(context.Background(), map[string]any{"metadata": map[string]any{"labels": "x"}}, objectmeta.Reject)
	fmt.Println(err)
	// Output:
	// map[generation:3 name:tidy ownerReferences:[map[apiVersion: kind: name: uid:1]]]
	// [unknown field "metadata.ownerReferences[0].nickname"]
	// json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string
}

// Resources inside of a resource have metadata as well.
func ExampleCoerce() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "object",
		"properties": map[string]any{"template": map[string]any{
			"type":                                 "object",
			"x-kubernetes-embedded-resource":       true,
			"x-kubernetes-preserve-unknown-fields": true,
		}},
	})
	obj := map[string]any{"template": map[string]any{"kind": "Pod", "metadata": map[string]any{"name": 5.5}}}

	_, _, err := objectmeta.Coerce(context.Background(), obj, schema, structural.Value, objectmeta.Reject)
	fmt.Println(err)
	out, _, _ := objectmeta.Coerce(context.Background(), obj, schema, structural.Value, objectmeta.Drop)
	fmt.Println(out)
	// Output:
	// template.metadata: Invalid value: {"name":5.5}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string
	// map[template:map[kind:Pod metadata:map[]]]
}

// The metadata of a new object is checked.
func ExampleValidateCreate() {
	obj := map[string]any{"metadata": map[string]any{
		"name":       "tidy",
		"generation": int64(-1),
		"finalizers": []any{"orphan", "foregroundDeletion"},
	}}
	errs, err := objectmeta.ValidateCreate(context.Background(), obj, objectmeta.Namespaced)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// metadata.namespace: Required value
	// metadata.generation: Invalid value: -1: must be greater than or equal to 0
	// metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set
}

// An update must have a resourceVersion and must not change the uid.
func ExampleValidateUpdate() {
	old := map[string]any{"metadata": map[string]any{"name": "tidy", "uid": "1", "resourceVersion": "5"}}
	obj := map[string]any{"metadata": map[string]any{"name": "tidy", "uid": "2"}}
	errs, err := objectmeta.ValidateUpdate(context.Background(), obj, old, objectmeta.ClusterScoped)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// metadata.resourceVersion: Invalid value: "": must be specified for an update
	// metadata.uid: Invalid value: "2": field is immutable
}

// Embedded resources need a type and may lack metadata.
func ExampleValidateEmbedded() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "object",
		"properties": map[string]any{"template": map[string]any{
			"type":                                 "object",
			"x-kubernetes-embedded-resource":       true,
			"x-kubernetes-preserve-unknown-fields": true,
		}},
	})
	obj := map[string]any{"template": map[string]any{"apiVersion": "v1/beta/1", "metadata": map[string]any{"namespace": "a.b"}}}
	errs, err := objectmeta.ValidateEmbedded(context.Background(), obj, schema, structural.Value)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// template.apiVersion: Invalid value: "v1/beta/1": unexpected GroupVersion string: v1/beta/1
	// template.kind: Required value
	// template.metadata.namespace: Invalid value: "a.b": must not contain dots
}

// Finalizers should have a domain.
func ExampleFinalizerWarnings() {
	obj := map[string]any{"metadata": map[string]any{"finalizers": []any{"example.com/cleanup", "cleanup"}}}
	fmt.Println(objectmeta.FinalizerWarnings(context.Background(), obj, nil))
	fmt.Println(objectmeta.FinalizerWarnings(context.Background(), obj, obj))
	// Output:
	// [metadata.finalizers: "cleanup": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers] <nil>
	// [] <nil>
}
