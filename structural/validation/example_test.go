package validation_test

import (
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

var cronTab, _ = structural.FromMap(map[string]any{
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
	errs := v.Validate(map[string]any{
		"spec": map[string]any{"replicas": int64(11)},
	})
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10
	// spec.schedule: Required value
}

// The schema has become stricter since the object was stored. The schedule, which
// does not change, is no reason to refuse another number of replicas.
func ExampleValidator_ValidateUpdate() {
	v := validation.Compile(cronTab)
	old := map[string]any{"spec": map[string]any{"schedule": "hourly", "replicas": int64(1)}}
	obj := map[string]any{"spec": map[string]any{"schedule": "hourly", "replicas": int64(2)}}
	errs, ratcheted := v.ValidateUpdate(obj, old)
	fmt.Println(len(errs), ratcheted[0])
	// Output:
	// 0 spec.schedule: Invalid value: "hourly": spec.schedule in body should match '^\S+( \S+){4}$'
}

func ExampleValidator_Valid() {
	v := validation.Compile(cronTab)
	fmt.Println(v.Valid(map[string]any{"spec": map[string]any{"schedule": "@daily"}}))
	fmt.Println(v.Valid(map[string]any{"spec": map[string]any{"schedule": "0 0 * * *"}}))
	// Output:
	// false
	// true
}

// A server checks only the status of a status request.
func ExampleValidator_Property() {
	status, _ := validation.Compile(cronTab).Property("status")
	fmt.Println(status.Validate(map[string]any{"phase": "Gone"})[0])
	// Output:
	// status.phase: Unsupported value: "Gone": supported values: "Idle", "Busy"
}

// Without a base a server prints <nil> for errors that it cannot locate.
func ExampleValidator_At() {
	s, _ := structural.FromMap(map[string]any{"not": map[string]any{"type": "string"}})
	v := validation.Compile(s)
	fmt.Println(v.Validate("x")[0])
	fmt.Println(v.At(structural.Path{structural.Field("spec"), structural.Key("name")}).Validate("x")[0])
	// Output:
	// <nil>: Invalid value: "": "" must not validate the schema (not)
	// spec[name]: Invalid value: "": "" must not validate the schema (not)
}

func ExampleWithKubernetesVersion() {
	s, _ := structural.FromMap(map[string]any{"type": "string", "format": "k8s-short-name"})
	fmt.Println(validation.Compile(s, validation.WithKubernetesVersion("1.34")).Valid("Not-A-Name"))
	fmt.Println(validation.Compile(s, validation.WithKubernetesVersion("1.35")).Valid("Not-A-Name"))
	// Output:
	// true
	// false
}

// A default need not be an integer or a string for a server to accept an
// int-or-string with it.
func ExampleWithDefaultsMode() {
	s, _ := structural.FromMap(map[string]any{"x-kubernetes-int-or-string": true})
	fmt.Println(validation.Compile(s).Valid(1.5))
	fmt.Println(validation.Compile(s, validation.WithDefaultsMode()).Valid(1.5))
	// Output:
	// false
	// true
}

func ExampleCompiler() {
	c := validation.NewCompiler(validation.WithDefaultsMode())
	spec := cronTab.Property("spec")
	at := structural.Path{structural.Field("properties"), structural.Key("spec"), structural.Field("default")}
	fmt.Println(c.Compile(spec).At(at).Validate(map[string]any{})[0])
	// Output:
	// properties[spec].default.schedule: Required value
}

// Compile is enough for one schema.
func ExampleCompile() {
	v := validation.Compile(cronTab)
	for _, err := range v.Validate(map[string]any{"status": map[string]any{"phase": "Done"}}) {
		fmt.Println(err.Code, err)
	}
	// Output: enum status.phase: Unsupported value: "Done": supported values: "Idle", "Busy"
}

// A compiler shares the patterns of its schemas.
func ExampleNewCompiler() {
	compiler := validation.NewCompiler()
	spec, status := compiler.Compile(cronTab.Property("spec")), compiler.Compile(cronTab.Property("status"))
	fmt.Println(spec.Valid(map[string]any{}), status.Valid(map[string]any{}))
	// Output: false true
}
