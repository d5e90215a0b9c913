package validation_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

var cronTab, _, _ = structural.FromMap(context.Background(), map[string]any{
	"type": "object",
	"properties": map[string]any{
		"spec": map[string]any{
			"type":     "object",
			"required": []any{"schedule"},
			"properties": map[string]any{
				"schedule": map[string]any{"type": "string", "pattern": `^\S+( \S+){4}$`},
				"replicas": map[string]any{"type": "integer", "minimum": int64(1), "maximum": int64(10)},
			},
		},
		"status": map[string]any{
			"type":       "object",
			"properties": map[string]any{"phase": map[string]any{"type": "string", "enum": []any{"Idle", "Busy"}}},
		},
	},
})

func Example() {
	v := validation.Compile(cronTab)
	errs, err := v.Validate(context.Background(), map[string]any{
		"spec": map[string]any{"replicas": int64(11)},
	})
	if err != nil {
		fmt.Println(err)
	}
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10
	// spec.schedule: Required value
}

// The schema has become stricter since the object was stored. The unchanged schedule does
// not keep the number of replicas from changing.
func ExampleValidator_ValidateUpdate() {
	v := validation.Compile(cronTab)
	old := map[string]any{"spec": map[string]any{"schedule": "hourly", "replicas": int64(1)}}
	obj := map[string]any{"spec": map[string]any{"schedule": "hourly", "replicas": int64(2)}}
	errs, ratcheted, _ := v.ValidateUpdate(context.Background(), obj, old)
	fmt.Println(len(errs), ratcheted[0])
	// Output:
	// 0 spec.schedule: Invalid value: "hourly": spec.schedule in body should match '^\S+( \S+){4}$'
}

func ExampleValidator_Valid() {
	v := validation.Compile(cronTab)
	ctx := context.Background()
	fmt.Println(v.Valid(ctx, map[string]any{"spec": map[string]any{"schedule": "@daily"}}))
	fmt.Println(v.Valid(ctx, map[string]any{"spec": map[string]any{"schedule": "0 0 * * *"}}))
	// Output:
	// false <nil>
	// true <nil>
}

// A server checks only the status of a status request.
func ExampleValidator_Property() {
	status, _ := validation.Compile(cronTab).Property("status")
	errs, _ := status.Validate(context.Background(), map[string]any{"phase": "Gone"})
	fmt.Println(errs[0])
	// Output:
	// status.phase: Unsupported value: "Gone": supported values: "Idle", "Busy"
}

// Without a base a server prints <nil> for errors that it cannot locate.
func ExampleValidator_At() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{"not": map[string]any{"type": "string"}})
	v := validation.Compile(s)
	below := v.At(structural.Path{structural.Field("spec"), structural.Key("name")})
	for _, v := range []*validation.Validator{v, below} {
		errs, _ := v.Validate(context.Background(), "x")
		fmt.Println(errs[0])
	}
	// Output:
	// <nil>: Invalid value: "": "" must not validate the schema (not)
	// spec[name]: Invalid value: "": "" must not validate the schema (not)
}

func ExampleWithKubernetesVersion() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "string", "format": "k8s-short-name"})
	for _, version := range []string{"1.34", "1.35"} {
		v := validation.Compile(s, validation.WithKubernetesVersion(version))
		fmt.Println(v.Valid(context.Background(), "Not-A-Name"))
	}
	// Output:
	// true <nil>
	// false <nil>
}

// A default need not be an integer or a string for a server to accept an
// int-or-string with it.
func ExampleWithDefaultsMode() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{"x-kubernetes-int-or-string": true})
	ctx := context.Background()
	fmt.Println(validation.Compile(s).Valid(ctx, 1.5))
	fmt.Println(validation.Compile(s, validation.WithDefaultsMode()).Valid(ctx, 1.5))
	// Output:
	// false <nil>
	// true <nil>
}

func ExampleCompiler() {
	c := validation.NewCompiler(validation.WithDefaultsMode())
	spec := cronTab.Property("spec")
	at := structural.Path{structural.Field("properties"), structural.Key("spec"), structural.Field("default")}
	errs, _ := c.Compile(spec).At(at).Validate(context.Background(), map[string]any{})
	fmt.Println(errs[0])
	// Output:
	// properties[spec].default.schedule: Required value
}

func ExampleCompile() {
	v := validation.Compile(cronTab)
	errs, _ := v.Validate(context.Background(), map[string]any{"status": map[string]any{"phase": "Done"}})
	for _, err := range errs {
		fmt.Println(err.Code, err)
	}
	// Output: enum status.phase: Unsupported value: "Done": supported values: "Idle", "Busy"
}

func ExampleNewCompiler() {
	compiler := validation.NewCompiler()
	spec, status := compiler.Compile(cronTab.Property("spec")), compiler.Compile(cronTab.Property("status"))
	valid, _ := spec.Valid(context.Background(), map[string]any{})
	fmt.Println(valid)
	valid, _ = status.Valid(context.Background(), map[string]any{})
	fmt.Println(valid)
	// Output:
	// false
	// true
}
