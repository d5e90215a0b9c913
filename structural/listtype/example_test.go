package listtype_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/listtype"
)

var ports, _, _ = structural.FromMap(context.Background(), map[string]any{
	"type": "object",
	"properties": map[string]any{
		"ports": map[string]any{
			"type":                       "array",
			"x-kubernetes-list-type":     "map",
			"x-kubernetes-list-map-keys": []any{"port", "protocol"},
			"items":                      map[string]any{"type": "object"},
		},
		"tags": map[string]any{"type": "array", "x-kubernetes-list-type": "set"},
	},
})

func ExampleValidate() {
	object := map[string]any{
		"ports": []any{
			map[string]any{"port": int64(53), "protocol": "TCP", "name": "dns"},
			map[string]any{"port": int64(53), "protocol": "UDP", "name": "dns"},
			map[string]any{"port": int64(53), "protocol": "UDP", "name": "more"},
		},
		"tags": []any{"a", "b", "a"},
	}
	errs, err := listtype.Validate(context.Background(), object, ports)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// ports[2]: Duplicate value: {"port":53,"protocol":"UDP"}
	// tags[2]: Duplicate value: "a"
}

// An object that was stored with an error may keep it, and get others.
func ExampleValidateUpdate() {
	stored := map[string]any{"tags": []any{"a", "a"}}
	changed := map[string]any{"tags": []any{"a", "b", "b"}}

	ctx := context.Background()
	errs, ratcheted, _ := listtype.ValidateUpdate(ctx, changed, stored, ports)
	fmt.Println(errs.Texts(), ratcheted.Texts())

	repaired := map[string]any{"tags": []any{"a", "b"}}
	errs, ratcheted, _ = listtype.ValidateUpdate(ctx, changed, repaired, ports)
	fmt.Println(errs.Texts(), ratcheted.Texts())
	// Output:
	// [] [tags[2]: Duplicate value: "b"]
	// [tags[2]: Duplicate value: "b"] []
}

// A list may be a set itself.
func ExampleValidate_value() {
	errs, _ := listtype.Validate(context.Background(), []any{"a", "b", "a"}, ports.Property("tags"))
	fmt.Println(errs.Texts())
	// Output: [[2]: Duplicate value: "a"]
}

func ExampleValidateUpdate_value() {
	tags := ports.Property("tags")
	errs, ratcheted, _ := listtype.ValidateUpdate(context.Background(), []any{"a", "a", "b"}, []any{"a", "a"}, tags)
	fmt.Println(errs.Texts(), ratcheted.Texts())
	// Output: [] [[1]: Duplicate value: "a"]
}
