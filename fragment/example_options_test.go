package fragment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/structural"
)

// text is the schema of a text with a rule.
const text = `{type: string, maxLength: 100, x-kubernetes-validations: [{rule: "self.find('a+b') != ''"}]}`

func compiled(schema string) *fragment.Fragment {
	f, err := fragment.Compile(context.Background(), fromYAML(schema))
	if err != nil {
		panic(err)
	}
	return f
}

func ExampleNewCompiler() {
	c := fragment.NewCompiler()
	for _, schema := range []string{text, replicas, "{type: string, $ref: '#/x'}", `{$ref: 1}`} {
		f, err := c.Compile(context.Background(), fromYAML(schema))
		fmt.Println(f != nil, err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// false OpenAPIV3Schema '$ref' is not supported
	// false $ref: json: cannot unmarshal number into Go value of type string
}

func ExampleWithPath() {
	at := fragment.WithPath(structural.Path{structural.Field("variables"), structural.Key("text")})
	verdict, err := compiled(text).Validate(context.Background(), "b", at)
	fmt.Println(verdict.Errors.Texts(), err)
	// Output:
	// [variables[text]: Invalid value: "b": failed rule: self.find('a+b') != ''] <nil>
}

func ExampleWithCallLimit() {
	verdict, err := compiled(text).Validate(context.Background(), "aab", fragment.WithCallLimit(0))
	fmt.Println(codes(verdict.Errors), err)
	// Output:
	// [rule-call-cost] <nil>
}

func ExampleWithoutRatcheting() {
	verdict, err := compiled(text).ValidateUpdate(context.Background(), "b", "b", fragment.WithoutRatcheting())
	fmt.Println(codes(verdict.Errors), codes(verdict.Ratcheted), err)
	// Output:
	// [rule-failed] [] <nil>
}

func ExampleWithExpressionLimit() {
	checked, err := fragment.Check(context.Background(), fromYAML(text), fragment.WithExpressionLimit(1))
	fmt.Println(codes(checked.Errors), err)
	// Output:
	// [rule-cost] <nil>
}

func ExampleWithSchemaLimit() {
	checked, err := fragment.Check(context.Background(), fromYAML(text), fragment.WithSchemaLimit(1))
	fmt.Println(codes(checked.Errors), err)
	// Output:
	// [rule-cost-contribution rule-cost-total] <nil>
}

// A schema that is in use may keep what a new one must not have.
func ExampleWithOldSchema() {
	schema := fromYAML(`{type: string, x-kubernetes-validations: [{rule: "self.find('a+b') != ''"}], maxLength: 10000000}`)
	for _, old := range []map[string]any{nil, schema} {
		checked, err := fragment.Check(context.Background(), schema, fragment.WithOldSchema(old), fragment.WithExpressionLimit(1000))
		fmt.Println(codes(checked.Errors), err)
	}
	// Output:
	// [rule-cost] <nil>
	// [] <nil>
}

// Every minor version of Kubernetes has its own formats and functions of rules.
func ExampleWithKubernetesVersion() {
	schema := fromYAML(`{type: string, x-kubernetes-validations: [{rule: "isSemver(self)"}]}`)
	for _, version := range []string{"1.32", "1.37", "2.0"} {
		checked, err := fragment.Check(context.Background(), schema, fragment.WithKubernetesVersion(version))
		fmt.Println(codes(checked.Errors), err)
	}
	// Output:
	// [rule-compile] <nil>
	// [] <nil>
	// [] Kubernetes version "2.0" is not one of 1.30 to 1.37
}

// A value of any kind from its JSON text: a json.Number becomes an int64 or a float64.
func ExampleFragment_Validate_json() {
	decoder := json.NewDecoder(strings.NewReader("5"))
	decoder.UseNumber()
	var number any
	if err := decoder.Decode(&number); err != nil {
		panic(err)
	}
	v, err := structural.Normalize(number)
	if err != nil {
		panic(err)
	}
	verdict, err := compiled(replicas).ValidateUpdate(context.Background(), v, int64(2))
	fmt.Println(verdict.Errors.Texts(), err)
	// Output:
	// [<nil>: Invalid value: 5: at most doubled] <nil>
}

// An editor wants every error: the server evaluates no rules for a value that lacks a field.
func ExampleWithAllErrors() {
	f, err := fragment.Compile(context.Background(), map[string]any{
		"type": "object", "required": []any{"color"}, "properties": map[string]any{"color": map[string]any{"type": "string"}},
		"x-kubernetes-validations": []any{map[string]any{"rule": "has(self.color) && self.color == 'red'", "message": "must be red"}},
	})
	if err != nil {
		panic(err)
	}
	got, err := f.Validate(context.Background(), map[string]any{}, fragment.WithAllErrors())
	fmt.Println(got.Errors, err)
	// Output: [color: Required value <nil>: Invalid value: must be red] <nil>
}
