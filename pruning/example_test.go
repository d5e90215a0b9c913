package pruning_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
)

// The schema specifies only spec.image.
func ExamplePrune() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "object",
		"properties": map[string]any{
			"spec": map[string]any{
				"type":       "object",
				"properties": map[string]any{"image": map[string]any{"type": "string"}},
			},
		},
	})
	object := map[string]any{
		"apiVersion": "stable.example.com/v1",
		"kind":       "CronTab",
		"spec":       map[string]any{"image": "cron", "imagePullPolicy": "Always"},
	}
	pruned, dropped, err := pruning.Prune(context.Background(), object, schema, structural.Resource)
	fmt.Println(pruned["spec"], dropped, err)
	fmt.Println(object["spec"])
	// Output:
	// map[image:cron] [spec.imagePullPolicy] <nil>
	// map[image:cron imagePullPolicy:Always]
}

// A default is pruned by its own schema.
func ExamplePrune_value() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":  "array",
		"items": map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}},
	})
	pruned, dropped, err := pruning.Prune(context.Background(), []any{map[string]any{"name": "a", "nmae": "b"}}, schema, structural.Value)
	fmt.Println(pruned, dropped, err)
	// Output: [map[name:a]] [[0].nmae] <nil>
}

// The elements of a list that preserves unknown fields preserve them, too.
func ExamplePrune_element() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":       "object",
		"properties": map[string]any{"name": map[string]any{"type": "string"}},
	})
	element := map[string]any{"name": "a", "nmae": "b"}
	pruned, _, _ := pruning.Prune(context.Background(), element, schema, structural.Value)
	preserved, _, _ := pruning.Prune(context.Background(), element, schema, structural.Element)
	fmt.Println(pruned, preserved)
	// Output: map[name:a] map[name:a nmae:b]
}

// Outside resources, kind is an ordinary field.
func ExamplePrune_property() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object"})
	field := map[string]any{"kind": "disk", "size": int64(1)}
	pruned, dropped, err := pruning.Prune(context.Background(), field, schema, structural.Property)
	fmt.Println(pruned, dropped, err)
	_, dropped, _ = pruning.Prune(context.Background(), field, schema, structural.Value)
	fmt.Println(dropped)
	// Output:
	// map[] [kind size] <nil>
	// [size]
}
