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

// The steps of a path lead to its value.
func ExampleStep() {
	value := any(map[string]any{"ports": []any{map[string]any{"name": "http"}}})
	path := structural.Path{structural.Field("ports"), structural.Index(0), structural.Field("name")}
	for _, step := range path {
		if step.Kind() == structural.IndexStep {
			value = value.([]any)[step.Index()]
		} else {
			value = value.(map[string]any)[step.Name()]
		}
	}
	fmt.Println(value)
	// Output: http
}

// Steps sort as a reader expects: 9 before 10.
func ExampleStep_Compare() {
	fmt.Println(structural.Index(9).Compare(structural.Index(10)), structural.Field("b").Compare(structural.Field("a")))
	// Output: -1 1
}

// Different paths may print the same text: compare paths, not texts.
func ExamplePath_Compare() {
	field := structural.Path{structural.Field("a.b")}
	fields := structural.Path{structural.Field("a"), structural.Field("b")}
	fmt.Println(field.String() == fields.String(), field.Compare(fields) == 0)
	// Output: true false
}

// The server prints the paths of unknown fields and of invalid values in
// different ways.
func ExamplePath_Dotted() {
	path := structural.Path{structural.Field("limits"), structural.Key("cpu")}.Append(structural.Index(1))
	fmt.Println(path.String(), path.Dotted())
	// Output: limits[cpu][1] limits.cpu[1]
}

// The text is the reason in the causes of a server's Status.
func ExampleKind_String() {
	fmt.Println(structural.Required.String(), structural.TooLong.String())
	// Output: FieldValueRequired FieldValueTooLong
}

// An error has parts for programs and texts for people.
func ExampleError() {
	e := &structural.Error{
		Path:   structural.Path{structural.Field("spec"), structural.Field("replicas")},
		Kind:   structural.Invalid,
		Value:  int64(-1),
		Detail: "should be greater than or equal to 0",
	}
	fmt.Println(e.Error())
	fmt.Println(e.Location())
	fmt.Println(e.Body())
	// Output:
	// spec.replicas: Invalid value: -1: should be greater than or equal to 0
	// spec.replicas
	// Invalid value: -1: should be greater than or equal to 0
}

// Errors of a part are moved below its path.
func ExampleErrors_In() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "array"})
	errs := must(structural.Check(context.Background(), schema)).In(structural.Field("schema"), structural.Field("openAPIV3Schema"))
	fmt.Println(errs[0])
	// Output: schema.openAPIV3Schema.items: Required value: must be specified
}

// Errors of several checks are sorted together.
func ExampleErrors_Sort() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":       "object",
		"properties": map[string]any{"a": map[string]any{"type": "array", "uniqueItems": true}},
	})
	errs := append(must(structural.CheckKeywords(context.Background(), schema)), must(structural.Check(context.Background(), schema))...)
	for _, e := range errs.Sort() {
		fmt.Println(e.Path)
	}
	// Output:
	// properties[a].items
	// properties[a].uniqueItems
}

func ExampleErrors_Texts() {
	_, problems, _ := structural.FromMap(context.Background(), map[string]any{"typ": "object", "nulable": true})
	fmt.Printf("%q\n", problems.Texts())
	// Output: ["unknown field \"nulable\"" "unknown field \"typ\""]
}

// An empty list is no error.
func ExampleErrors_Err() {
	schema, _, _ := structural.FromMap(context.Background(), cronTab)
	if err := must(structural.Check(context.Background(), schema)).Err(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("structural")
	// Output: structural
}

// A function that compiles or builds returns its errors as one Go error.
func ExampleErrorsOf() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{}}})
	err := must(structural.Check(context.Background(), schema)).Err()
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
	_, _, err := defaulting.DefaultValue(ctx, list, schema)
	fmt.Println(errors.Is(err, structural.ErrTooMuchWork), err)

	var spent *structural.WorkError
	fmt.Println(errors.As(err, &spent), spent.Path)
	// Output:
	// true too much work: more than 8 values made setting defaults at [2].ports
	// true [2].ports
}
