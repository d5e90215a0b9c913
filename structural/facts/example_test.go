package facts_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// A walk that concerns rules skips schemas without them.
func ExampleFacts() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"properties": map[string]any{
		"plain": map[string]any{"type": "string"},
		"ruled": map[string]any{"type": "string", "x-kubernetes-validations": []any{map[string]any{"rule": "self != \"\""}}},
	}})
	for name, property := range schema.Properties() {
		fmt.Println(name, property.Holds(facts.Rules))
	}
	// Output:
	// plain false
	// ruled true
}
