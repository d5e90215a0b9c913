package objectmeta_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/objectmeta"
	"github.com/seed95800270/crdschema/structural"
)

// What a server makes of the metadata in a request.
func ExampleCoerceRoot() {
	obj := map[string]any{
		"kind": "CronTab",
		"metadata": map[string]any{
			"name":              "tidy",
			"creationTimestamp": nil,
			"generation":        3.0,
			"ownerReferences":   []any{map[string]any{"uid": "1", "nickname": "x"}},
		},
	}
	out, unknown, _ := objectmeta.CoerceRoot(obj, objectmeta.Reject)
	fmt.Println(out["metadata"])
	fmt.Println(unknown.Texts())

	_, _, err := objectmeta.CoerceRoot(map[string]any{"metadata": map[string]any{"labels": "x"}}, objectmeta.Reject)
	fmt.Println(err)
	// Output:
	// map[generation:3 name:tidy ownerReferences:[map[apiVersion: kind: name: uid:1]]]
	// [unknown field "metadata.ownerReferences[0].nickname"]
	// json: cannot unmarshal string into Go struct field ObjectMeta.labels of type map[string]string
}

// Resources inside of a resource have metadata as well.
func ExampleCoerce() {
	schema, _ := structural.FromMap(map[string]any{
		"type": "object",
		"properties": map[string]any{"template": map[string]any{
			"type":                                 "object",
			"x-kubernetes-embedded-resource":       true,
			"x-kubernetes-preserve-unknown-fields": true,
		}},
	})
	obj := map[string]any{"template": map[string]any{"kind": "Pod", "metadata": map[string]any{"name": 5.5}}}

	_, _, err := objectmeta.Coerce(obj, schema, objectmeta.Reject)
	fmt.Println(err)
	out, _, _ := objectmeta.Coerce(obj, schema, objectmeta.Drop)
	fmt.Println(out)
	// Output:
	// template.metadata: Invalid value: {"name":5.5}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string
	// map[template:map[kind:Pod metadata:map[]]]
}
