package defaulting_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/structural"
)

func cronTab() *structural.Schema {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "object",
		"properties": map[string]any{
			"spec": map[string]any{
				"type": "object",
				"properties": map[string]any{
					"cronSpec": map[string]any{"type": "string", "default": "5 0 * * *"},
					"image":    map[string]any{"type": "string"},
					"suspend":  map[string]any{"type": "boolean", "nullable": true, "default": false},
				},
			},
		},
	})
	return schema
}

// A null is replaced by the default unless it is nullable.
func ExampleDefault() {
	object := map[string]any{"spec": map[string]any{"image": "cron", "cronSpec": nil, "suspend": nil}}
	full, defaulted, _ := defaulting.Default(context.Background(), object, cronTab())
	fmt.Println(full["spec"], defaulted)
	// Output: map[cronSpec:5 0 * * * image:cron suspend:<nil>] [spec.cronSpec]
}

// A missing parent is not created.
func ExampleDefault_value() {
	list, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":  "array",
		"items": map[string]any{"type": "object", "properties": map[string]any{"port": map[string]any{"type": "integer", "default": 80}}},
	})
	full, defaulted, _ := defaulting.Default(context.Background(), []any{map[string]any{}, map[string]any{"port": int64(443)}}, list)
	fmt.Println(full, defaulted)
	// Output: [map[port:80] map[port:443]] [[0].port]
}

// A null that is neither nullable nor has a default is dropped.
func ExampleDropNulls() {
	object := map[string]any{"spec": map[string]any{"image": nil, "cronSpec": nil, "suspend": nil}}
	fmt.Println(defaulting.DropNulls(object, cronTab())["spec"])
	// Output: map[cronSpec:<nil> suspend:<nil>]
}

// A null that is the value itself stays.
func ExampleDropNulls_value() {
	schema := cronTab().Property("spec")
	fmt.Println(defaulting.DropNulls(map[string]any{"image": nil}, schema), defaulting.DropNulls[any](nil, schema))
	// Output: map[] <nil>
}

// The default of a schema is for the object around the value.
func ExampleAbsent() {
	fmt.Println(defaulting.Absent(context.Background(), cronTab().Property("spec").Property("cronSpec")))
	fmt.Println(defaulting.Absent(context.Background(), cronTab()))
	// Output:
	// 5 0 * * * true <nil>
	// <nil> false <nil>
}
