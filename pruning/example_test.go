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
	pruned, dropped, err := pruning.Prune(context.Background(), object, schema)
	fmt.Println(pruned["spec"], dropped, err)
	fmt.Println(object["spec"])
	// Output:
	// map[image:cron] [spec.imagePullPolicy] <nil>
	// map[image:cron imagePullPolicy:Always]
}

// A default is pruned by its own schema.
func ExamplePruneValue() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":  "array",
		"items": map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}},
	})
	pruned, dropped, err := pruning.PruneValue(context.Background(), []any{map[string]any{"name": "a", "nmae": "b"}}, schema, pruning.Alone)
	fmt.Println(pruned, dropped, err)
	// Output: [map[name:a]] [[0].nmae] <nil>
}

// The elements of a list that preserves unknown fields preserve them, too.
func ExamplePruneValue_element() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":       "object",
		"properties": map[string]any{"name": map[string]any{"type": "string"}},
	})
	element := map[string]any{"name": "a", "nmae": "b"}
	pruned, _, _ := pruning.PruneValue(context.Background(), element, schema, pruning.Alone)
	preserved, _, _ := pruning.PruneValue(context.Background(), element, schema, pruning.Element)
	fmt.Println(pruned, preserved)
	// Output: map[name:a] map[name:a nmae:b]
}

// Outside resources, kind is an ordinary field.
func ExamplePruneValue_field() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object"})
	field := map[string]any{"kind": "disk", "size": int64(1)}
	pruned, dropped, err := pruning.PruneValue(context.Background(), field, schema, pruning.Field)
	fmt.Println(pruned, dropped, err)
	_, dropped, _ = pruning.PruneValue(context.Background(), field, schema, pruning.Alone)
	fmt.Println(dropped)
	// Output:
	// map[] [kind size] <nil>
	// [size]
}
