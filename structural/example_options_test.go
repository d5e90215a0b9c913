package structural_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
)

// A definition that preserves unknown fields everywhere cannot have defaults.
func ExampleForbidDefaults() {
	schema, _ := structural.FromMap(cronTab)
	fmt.Println(structural.CheckKeywords(schema))
	fmt.Println(structural.CheckKeywords(schema, structural.ForbidDefaults("in this version")))
	// Output:
	// []
	// [properties[spec].properties[replicas].default: Forbidden: must not be set in this version]
}

// Definitions from before types were checked stay updatable.
func ExampleAllowUnknownTypes() {
	schema, _ := structural.FromMap(map[string]any{"type": "strnig"})
	fmt.Println(structural.CheckKeywords(schema))
	fmt.Println(structural.CheckKeywords(schema, structural.AllowUnknownTypes()))
	// Output:
	// [type: Unsupported value: "strnig": supported values: "array", "boolean", "integer", "number", "object", "string"]
	// []
}

// The elements of a set are compared as wholes, which an object has to say.
func ExampleAllowNonAtomicSets() {
	schema, _ := structural.FromMap(map[string]any{
		"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "object"},
	})
	fmt.Println(structural.CheckKeywords(schema))
	fmt.Println(structural.CheckKeywords(schema, structural.AllowNonAtomicSets()))
	// Output:
	// [items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set]
	// []
}

// What identifies an element has to be there: required, or with a default.
func ExampleAllowUncertainKeys() {
	schema, _ := structural.FromMap(map[string]any{
		"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"name"},
		"items": map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}},
	})
	for _, e := range structural.CheckKeywords(schema) {
		fmt.Println(e.Kind, e.Path)
	}
	fmt.Println(structural.CheckKeywords(schema, structural.AllowUncertainKeys()))
	// Output:
	// FieldValueRequired items.properties[name].default
	// []
}

// Whoever reads several schemas of one manifest looks at all of it once.
func ExampleWithNormalizedInput() {
	manifest := map[string]any{"a": map[string]any{"maxLength": 5}, "b": map[string]any{"maxLength": 7}}
	normal, err := structural.Normalize(manifest)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"a", "b"} {
		schema, _ := structural.FromMap(normal.(map[string]any)[name].(map[string]any), structural.WithNormalizedInput())
		fmt.Println(schema.MaxLength())
	}
	// Output:
	// 5 true
	// 7 true
}
