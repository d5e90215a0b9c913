package objectmeta_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// template is the schema of an object whose spec.template is a resource.
var template = mustSchema(map[string]any{
	"type": "object",
	"properties": map[string]any{"template": map[string]any{
		"type":                                 "object",
		"x-kubernetes-embedded-resource":       true,
		"x-kubernetes-preserve-unknown-fields": true,
	}},
})

func mustSchema(schema map[string]any) *structural.Schema {
	s, errs, _ := structural.FromMap(context.Background(), schema)
	if len(errs) > 0 {
		panic(errs.Err())
	}
	return s
}

// A metadata value of its own is normalized.
func ExampleMetadata() {
	meta := map[string]any{"name": "nightly", "labels": nil, "generation": 3.0, "nickname": "n"}
	fmt.Println(objectmeta.Metadata(context.Background(), meta, objectmeta.Reject))
	fmt.Println(objectmeta.Metadata(context.Background(), map[string]any{"name": "nightly", "labels": "x"}, objectmeta.Drop))
	// Output:
	// map[generation:3 name:nightly] [nickname] <nil>
	// map[name:nightly] [] <nil>
}

// The object in a request is a resource, whatever its schema says.
func ExampleCoerce_resource() {
	obj := map[string]any{"kind": "Pod", "metadata": map[string]any{"name": "", "nickname": "x"}, "spec": map[string]any{}}
	out, unknown, _ := objectmeta.Coerce(context.Background(), obj, nil, structural.Resource, objectmeta.Reject)
	fmt.Println(out, unknown.Texts())

	_, _, err := objectmeta.Coerce(context.Background(), map[string]any{"kind": int64(1)}, nil, structural.Resource, objectmeta.Reject)
	fmt.Println(err)
	// Output:
	// map[kind:Pod metadata:map[] spec:map[]] [unknown field "metadata.nickname"]
	// kind: Invalid value: 1: must be a string
}

// A default may be a resource.
func ExampleCoerce_value() {
	value := map[string]any{"kind": "Pod", "metadata": map[string]any{"name": "", "nickname": "x"}}
	out, unknown, err := objectmeta.Coerce(context.Background(), value, template.Property("template"), structural.Value, objectmeta.Reject)
	fmt.Println(out, unknown.Texts(), err)
	// Output:
	// map[kind:Pod metadata:map[]] [unknown field "metadata.nickname"] <nil>
}

// The object in a template is a resource, even if no schema says so.
func ExampleValidateEmbedded_resource() {
	obj := map[string]any{"apiVersion": "v1", "metadata": map[string]any{"labels": map[string]any{"tier": "a b"}}}
	errs, err := objectmeta.ValidateEmbedded(context.Background(), obj, nil, structural.Resource)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// kind: Required value
	// metadata.labels: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')
}

// A default may be a resource, and is checked like one.
func ExampleValidateEmbedded_value() {
	value := map[string]any{"apiVersion": "v1", "kind": "My Pod"}
	errs, err := objectmeta.ValidateEmbedded(context.Background(), value, template.Property("template"), structural.Value)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err.Path, err.Code)
	}
	// Output:
	// kind embedded-kind
}

// An object must have the type of the endpoint.
func ExampleValidateType() {
	obj := map[string]any{"apiVersion": "example.com/v2", "kind": "CronTab"}
	for _, err := range objectmeta.ValidateType(obj, "example.com", "v1", "CronTab") {
		fmt.Println(err)
	}
	// Output:
	// apiVersion: Invalid value: "example.com/v2": must be example.com/v1
}

// The byte before a trailing dash is only checked at the end.
func ExampleValidateGenerateName() {
	obj := map[string]any{"metadata": map[string]any{"generateName": "a%-", "name": "a1"}}
	errs, err := objectmeta.ValidateCreate(context.Background(), obj, objectmeta.ClusterScoped)
	fmt.Println(errs.Texts(), err)
	fmt.Println(objectmeta.ValidateGenerateName(obj).Texts())
	// Output:
	// [] <nil>
	// [metadata.generateName: Invalid value: "a%-": may not contain '%']
}

// The path leads to the label; the text has the field, as on a server.
func ExampleValidateLabels() {
	errs, err := objectmeta.ValidateLabels(context.Background(), map[string]any{"example.com/": "a"})
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err.Path, err.Code)
		fmt.Println(err)
	}
	// Output:
	// metadata.labels[example.com/] label-key
	// metadata.labels: Invalid value: "example.com/": name part must be non-empty
	// metadata.labels[example.com/] label-key
	// metadata.labels: Invalid value: "example.com/": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')
}

// The keys of annotations may have capital letters; their values may be anything.
func ExampleValidateAnnotations() {
	annotations := map[string]any{"Example.com/Note": "any text\n", "a/b/c": ""}
	errs, err := objectmeta.ValidateAnnotations(context.Background(), annotations)
	if err != nil {
		panic(err) // no verdict
	}
	for _, err := range errs {
		fmt.Println(err.Path, err.Code)
	}
	// Output:
	// metadata.annotations[a/b/c] annotation-key
}

// Modes are words in texts and in JSON.
func ExampleMode_MarshalText() {
	mode := objectmeta.Drop
	text, err := mode.MarshalText()
	fmt.Println(string(text), err)
	fmt.Println(mode.UnmarshalText([]byte("Repair")), mode.String())
	// Output:
	// Drop <nil>
	// <nil> Repair
}

// Scopes are the words of a CRD.
func ExampleScope() {
	var scope objectmeta.Scope
	fmt.Println(scope.UnmarshalText([]byte("Cluster")), scope == objectmeta.ClusterScoped, objectmeta.Namespaced)
	// Output:
	// <nil> true Namespaced
}
