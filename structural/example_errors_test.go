package structural_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/structural"
)

// Fields are separated by dots.
func ExampleField() {
	fmt.Println(structural.Path{structural.Field("spec"), structural.Field("image")})
	// Output: spec.image
}

// The names of labels, annotations and properties are keys: they may contain dots.
func ExampleKey() {
	fmt.Println(structural.Path{structural.Field("labels"), structural.Key("example.com/tier")})
	// Output: labels[example.com/tier]
}

func ExampleIndex() {
	fmt.Println(structural.Path{structural.Field("ports"), structural.Index(0)})
	// Output: ports[0]
}

// A function that compiles or builds returns its errors as one Go error.
func ExampleErrorsOf() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{}}})
	err := must(structural.Check(context.Background(), schema, structural.Resource)).Err()
	for _, e := range structural.ErrorsOf(err) {
		fmt.Println(e.Path, e.Code)
	}
	fmt.Println(len(structural.ErrorsOf(errors.New("no verdict"))))
	// Output:
	// properties[a].type type-required
	// 0
}

// The error has the path of the value that is not JSON.
func ExampleNotJSONError() {
	_, err := structural.Normalize(map[string]any{"list": []any{1, make(chan int)}})
	var notJSON *structural.NotJSONError
	if errors.As(err, &notJSON) {
		fmt.Println(notJSON.Path, "-", notJSON.Reason)
		fmt.Println(notJSON.Error())
	}
	// Output:
	// list[1] - the Go type chan int
	// list[1]: not a JSON value: the Go type chan int
}

// A default that fills in many values in each of many elements.
func ExampleWithBudget() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"items": map[string]any{"properties": map[string]any{"ports": map[string]any{"default": []any{int64(80), int64(443)}}}},
	})
	list := []any{map[string]any{}, map[string]any{}, map[string]any{}}

	ctx := structural.WithBudget(context.Background(), structural.Budget{Values: 8})
	_, _, err := defaulting.Default(ctx, list, schema)
	fmt.Println(errors.Is(err, structural.ErrTooMuchWork), err)

	var spent *structural.WorkError
	fmt.Println(errors.As(err, &spent), spent.Path)
	// Output:
	// true too much work: more than 8 values made setting defaults at [2].ports
	// true [2].ports
}
