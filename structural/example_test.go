package structural_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// cronTab is a schema as a JSON or YAML decoder returns it.
var cronTab = map[string]any{
	"type": "object",
	"properties": map[string]any{
		"spec": map[string]any{
			"type":        "object",
			"description": "What to run, and when.",
			"required":    []any{"schedule"},
			"properties": map[string]any{
				"schedule": map[string]any{"type": "string", "maxLength": int64(20)},
				"replicas": map[string]any{"type": "integer", "default": int64(1)},
			},
		},
	},
}

func Example() {
	schema, problems, _ := structural.FromMap(context.Background(), map[string]any{
		"type": "object",
		"properties": map[string]any{
			"port":  map[string]any{"x-kubernetes-int-or-string": true},
			"names": map[string]any{"type": "array", "uniqueItems": true, "itmes": map[string]any{"type": "string"}},
		},
	})
	for _, problem := range problems {
		fmt.Println(problem)
	}
	for _, e := range must(structural.Check(context.Background(), schema, structural.Resource)) {
		fmt.Println(e)
	}
	for _, e := range must(structural.CheckKeywords(context.Background(), schema, structural.Resource)) {
		fmt.Println(e)
	}
	// Output:
	// unknown field "properties.names.itmes"
	// properties[names].items: Required value: must be specified
	// properties[names].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic
}

func ExampleFromMap() {
	schema, problems, _ := structural.FromMap(context.Background(), cronTab)
	spec := schema.Property("spec")
	limit, _ := spec.Property("schedule").MaxLength()
	fmt.Println(len(problems), spec.Type() == structural.Object, spec.Required(), limit)

	// Unreadable values are reported, and the rest is read.
	schema, problems, _ = structural.FromMap(context.Background(), map[string]any{"type": "object", "maxProperties": "ten", "$ref": "#/other"})
	fmt.Println(schema.TypeName())
	for _, p := range problems {
		fmt.Printf("%s at %s: %s\n", p.Kind, p.Path, p.Detail)
	}
	// Output:
	// 0 true [schedule] 20
	// object
	// FieldValueForbidden at $ref: OpenAPIV3Schema '$ref' is not supported
	// Undecodable at maxProperties: json: cannot unmarshal string into Go value of type int64
}

func ExampleWithoutDocumentation() {
	full, _, _ := structural.FromMap(context.Background(), cronTab)
	bare, _, _ := structural.FromMap(context.Background(), cronTab, structural.WithoutDocumentation())
	fmt.Printf("%q %q\n", full.Property("spec").Description(), bare.Property("spec").Description())
	// Output: "What to run, and when." ""
}

func ExampleCheck() {
	// foo is restricted but not declared.
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":  "object",
		"allOf": []any{map[string]any{"properties": map[string]any{"foo": map[string]any{"pattern": "abc"}}}},
	})
	for _, e := range must(structural.Check(context.Background(), schema, structural.Resource)) {
		fmt.Println(e)
	}
	// Output: properties[foo]: Required value: because it is defined in allOf[0].properties[foo]
}

func ExampleCheckKeywords() {
	list := func(keys ...any) map[string]any {
		return map[string]any{
			"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
			"items": map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string"}}},
		}
	}
	created, _, _ := structural.FromMap(context.Background(), list("name", "port"))
	for _, e := range must(structural.CheckKeywords(context.Background(), created, structural.Resource)) {
		fmt.Println(e)
	}
	// Output:
	// x-kubernetes-list-map-keys: Invalid value: ["name","port"]: entries must all be names of item properties
	// items.properties[name].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property
}

// An update may repeat what the stored CRD does already.
func ExampleCheckKeywords_update() {
	old, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "Object"})
	updated, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "Array"})
	fmt.Println(must(structural.CheckKeywords(context.Background(), updated, structural.Resource, structural.WithOldSchemas(old))).Texts())
	// Output: []
}

func ExampleWithOldSchemas() {
	set := map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "object", "nullable": true}}
	schema, _, _ := structural.FromMap(context.Background(), set)
	fmt.Println(len(must(structural.CheckKeywords(context.Background(), schema, structural.Resource))))
	fmt.Println(len(must(structural.CheckKeywords(context.Background(), schema, structural.Resource, structural.WithOldSchemas(schema)))))
	// Output:
	// 2
	// 0
}

func ExampleCheckStatusRoot() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "array"})
	fmt.Println(structural.CheckStatusRoot(schema)[0])
	// Output: type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled
}

func ExampleSchema_Field() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"properties":           map[string]any{"name": map[string]any{"type": "string"}},
		"additionalProperties": map[string]any{"type": "integer"},
	})
	for _, name := range []string{"name", "other"} {
		field, source := schema.Field(name)
		fmt.Println(name, field.TypeName(), source == structural.FromProperties, source == structural.FromAdditional)
	}
	// Output:
	// name string true false
	// other integer false true
}

func ExampleSchema_Properties() {
	schema, _, _ := structural.FromMap(context.Background(), cronTab)
	for name, property := range schema.Property("spec").Properties() {
		fmt.Println(name, property.TypeName(), property.HasDefault())
	}
	// Output:
	// replicas integer true
	// schedule string false
}

func ExampleSchema_Schemas() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{
		"properties": map[string]any{"a": map[string]any{"format": "date"}},
		"not":        map[string]any{"format": "time"},
	})
	for s := range schema.Schemas() {
		fmt.Printf("%q\n", s.Format())
	}
	fmt.Println(schema.UsesExtensions())
	// Output:
	// ""
	// "date"
	// "time"
	// false
}

func ExampleSchema_Unfold() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"x-kubernetes-int-or-string": true})
	for _, branch := range schema.Unfold().AnyOf() {
		fmt.Println(branch.TypeName())
	}
	fmt.Println(len(schema.AnyOf()))
	// Output:
	// integer
	// string
	// 0
}

func ExampleSchema_StripValueValidations() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"type": "string", "maxLength": int64(3), "nullable": true})
	bare := schema.StripValueValidations().StripNullable()
	_, limited := bare.MaxLength()
	fmt.Println(bare.TypeName(), limited, bare.Nullable())
	fmt.Println(bare.StripNullable() == bare)
	// Output:
	// string false false
	// true
}

func ExampleMapDefaults() {
	schema, _, _ := structural.FromMap(context.Background(), cronTab)
	other := structural.MapDefaults(schema, func(path func() structural.Path, value any) (any, bool) {
		fmt.Println(path(), value)
		return int64(3), true
	})
	fmt.Println(schema.Property("spec").Property("replicas").Default())
	fmt.Println(other.Property("spec").Property("replicas").Default())
	// Output:
	// spec.replicas 1
	// 1
	// 3
}

func ExampleInternalValue() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"items": "no schema", "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}})
	fmt.Println(must(structural.CheckKeywords(context.Background(), schema, structural.Resource)))
	whole := structural.Error{Kind: field.Invalid, Value: structural.InternalValue(schema)}
	fmt.Println(whole.Error()[:60] + "...")
	// Output:
	// [items: Invalid value: {"Schema":null,"JSONSchemas":null}: must only have a single schema if x-kubernetes-list-type is map]
	// <nil>: Invalid value: {"ID":"","Schema":"","Ref":null,"Descr...
}

func ExampleErrors() {
	errs := structural.Errors{
		{Path: structural.Path{structural.Field("spec"), structural.Index(10)}, Kind: field.Required, Detail: "must be set"},
		{Path: structural.Path{structural.Field("spec"), structural.Index(9)}, Kind: field.Invalid, Value: int64(5), Detail: "must be even"},
	}
	fmt.Println(errs.Sort().In(structural.Field("items"), structural.Key("k")).Err())

	var one *structural.Error
	fmt.Println(errors.As(errs.Err(), &one), one.Kind)
	// Output:
	// items[k].spec[9]: Invalid value: 5: must be even
	// items[k].spec[10]: Required value: must be set
	// true FieldValueInvalid
}

func ExamplePath() {
	path := structural.Path{structural.Field("metadata"), structural.Key("a.b")}
	longer := path.Append(structural.Index(3), structural.Field("c"))
	fmt.Println(path, longer, path.Compare(longer))
	fmt.Println(longer.Dotted())
	// Output:
	// metadata[a.b] metadata[a.b][3].c -1
	// metadata.a.b[3].c
}

func ExampleNormalize() {
	value, err := structural.Normalize(map[string]any{"replicas": 3, "ratio": float32(0.1)})
	fmt.Printf("%T %v %v\n", value.(map[string]any)["replicas"], value, err)

	_, err = structural.Normalize([]any{map[string]any{"when": struct{}{}}})
	fmt.Println(err)
	// Output:
	// int64 map[ratio:0.1 replicas:3] <nil>
	// [0].when: not a JSON value: the Go type struct {}
}

// json.Unmarshal decodes every number as a float64.
func ExampleNormalizeStored() {
	value, err := structural.NormalizeStored(map[string]any{"replicas": 3.0, "ratio": 0.1})
	fmt.Printf("%T %v %v\n", value.(map[string]any)["replicas"], value, err)
	// Output: int64 map[ratio:0.1 replicas:3] <nil>
}

func ExampleClone() {
	object := map[string]any{"spec": map[string]any{"replicas": int64(3)}}
	copied := structural.Clone(object)
	copied["spec"].(map[string]any)["replicas"] = int64(4)
	fmt.Println(object, structural.Equal(object, copied))
	// Output: map[spec:map[replicas:3]] false
}

func ExampleEqual() {
	fmt.Println(structural.Equal([]any{int64(1)}, []any{int64(1)}), structural.Equal(int64(1), 1.0))
	// Output: true false
}

// encoding/json makes a float64 of a number that is the whole value, too.
func ExampleIntegersFromFloats_value() {
	var v any
	if err := json.Unmarshal([]byte(`[8080, "http", 0.5]`), &v); err != nil {
		panic(err)
	}
	fixed, err := structural.IntegersFromFloats(v)
	fmt.Printf("%T %T %v\n", v.([]any)[0], fixed.([]any)[0], err)
	// Output: float64 int64 <nil>
}

// json.Unmarshal makes a float64 of every number, and the server an int64 of integers.
func ExampleIntegersFromFloats() {
	var obj map[string]any
	if err := json.Unmarshal([]byte(`{"spec": {"replicas": 3, "ratio": 0.5, "mask": 18446744073709551615}}`), &obj); err != nil {
		panic(err)
	}
	fixed, err := structural.IntegersFromFloats(obj)
	if err != nil {
		panic(err)
	}
	spec := fixed["spec"].(map[string]any)
	fmt.Printf("%T %T %T\n", spec["replicas"], spec["ratio"], spec["mask"])
	// Output: int64 float64 float64
}
