package structural_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// The paths of the added errors begin at the schema that has them.
func ExampleWithSchemaCheck() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object", "properties": map[string]any{
		"a": map[string]any{"type": "string"},
		"b": map[string]any{"type": "string", "description": "Words."},
	}})
	described := structural.WithSchemaCheck(func(_ context.Context, s *structural.Schema) (structural.Errors, error) {
		if s.Type() == structural.Object || s.Description() != "" {
			return nil, nil
		}
		return structural.Errors{{Path: structural.Path{structural.Field("description")}, Kind: field.Required}}, nil
	})
	for _, err := range must(structural.CheckKeywords(context.Background(), s, structural.Resource, described)) {
		fmt.Println(err)
	}
	// Output: properties[a].description: Required value
}

func ExampleSchema_NumRules() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{"x-kubernetes-validations": []any{map[string]any{"rule": "true"}, map[string]any{"rule": "false"}}})
	fmt.Println(s.NumRules(), (*structural.Schema)(nil).NumRules())
	// Output: 2 0
}

// An empty list equals an absent one, and the description is part of the schema.
func ExampleSemanticEqual() {
	a, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object", "required": []any{}})
	b, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object"})
	c, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object", "description": "A thing."})
	fmt.Println(structural.SemanticEqual(a, b), structural.SemanticEqual(b, c))
	// Output: true false
}

// A program that reads several schemas of one CRD normalizes all of it once.
func ExampleWithNormalizedInput() {
	manifest := map[string]any{"a": map[string]any{"maxLength": 5}, "b": map[string]any{"maxLength": 7}}
	normal, err := structural.Normalize(manifest)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"a", "b"} {
		schema, _, _ := structural.FromMap(context.Background(), normal.(map[string]any)[name].(map[string]any), structural.WithNormalizedInput())
		fmt.Println(schema.MaxLength())
	}
	// Output:
	// 5 true
	// 7 true
}

// The schema of a string, not of a custom resource.
func ExampleCheck_value() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "string", "pattern": "("})
	fmt.Println(must(structural.Check(context.Background(), schema, structural.Resource)).Texts())
	fmt.Println(must(structural.Check(context.Background(), schema, structural.Value)).Texts())
	// Output:
	// [pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): `(` type: Invalid value: "string": must be object at the root]
	// [pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): `(`]
}

// The kind of something else may have a default.
func ExampleCheckKeywords_value() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":       "object",
		"properties": map[string]any{"kind": map[string]any{"type": "string", "default": "disk"}},
	})
	fmt.Println(must(structural.CheckKeywords(context.Background(), schema, structural.Resource)).Texts())
	fmt.Println(must(structural.CheckKeywords(context.Background(), schema, structural.Value)).Texts())
	// Output:
	// [properties[kind].default: Forbidden: must not be set in top-level kind]
	// []
}
