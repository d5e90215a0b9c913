package structural_test

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

func read(keywords map[string]any) *structural.Schema {
	schema, problems, _ := structural.FromMap(context.Background(), keywords)
	if len(problems) > 0 {
		panic(problems.Err())
	}
	return schema
}

// A form or an explain command shows the documentation of a field.
func ExampleSchema_Description() {
	schema := read(map[string]any{
		"title":        "Schedule",
		"description":  "When to run.",
		"example":      "@hourly",
		"externalDocs": map[string]any{"description": "man page", "url": "https://example.com/cron"},
	})
	fmt.Println(schema.Title(), "-", schema.Description())
	fmt.Println(schema.Example(), schema.ExternalDocs().URL)
	// Output:
	// Schedule - When to run.
	// @hourly https://example.com/cron
}

// Types that Kubernetes does not know differ in their names only.
func ExampleSchema_Type() {
	for _, name := range []string{"integer", "int"} {
		schema := read(map[string]any{"type": name, "nullable": true})
		fmt.Println(schema.TypeName(), schema.Type() == structural.Integer, schema.Type() == structural.OtherType, schema.Nullable())
	}
	// Output:
	// integer true false true
	// int false true true
}

// The last result reports whether there is a bound, because 0 is one.
func ExampleSchema_Maximum() {
	schema := read(map[string]any{"type": "number", "maximum": 1.0, "exclusiveMaximum": true, "multipleOf": 0.25})
	limit, exclusive, found := schema.Maximum()
	fmt.Println(limit, exclusive, found)
	_, _, found = schema.Minimum()
	fmt.Println(found)
	fmt.Println(schema.MultipleOf())
	// Output:
	// 1 true true
	// false
	// 0.25 true
}

// Enum returns the allowed values.
func ExampleSchema_Enum() {
	schema := read(map[string]any{
		"type": "string", "enum": []any{"Always", "Never"}, "format": "byte",
		"pattern": "^[AN]", "minLength": int64(5), "maxLength": int64(6),
	})
	fmt.Println(schema.Enum(), schema.Pattern(), schema.Format())
	shortest, _ := schema.MinLength()
	longest, _ := schema.MaxLength()
	fmt.Println(shortest, longest)
	// Output:
	// [Always Never] ^[AN] byte
	// 5 6
}

// A list has a schema for its elements and a list type.
func ExampleSchema_Items() {
	schema := read(map[string]any{
		"type": "array", "minItems": int64(1), "maxItems": int64(10), "uniqueItems": false,
		"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"port", "protocol"},
		"items": map[string]any{"type": "object", "x-kubernetes-map-type": "atomic"},
	})
	fewest, _ := schema.MinItems()
	most, _ := schema.MaxItems()
	listType, _ := schema.ListType()
	mapType, _ := schema.Items().MapType()
	fmt.Println(fewest, most, schema.UniqueItems())
	fmt.Println(listType, schema.ListMapKeys(), mapType)
	// Output:
	// 1 10 false
	// map [port protocol] atomic
}

// An object declares its fields or, as a map, has one schema for all.
func ExampleSchema_AdditionalProperties() {
	labels := read(map[string]any{
		"type": "object", "minProperties": int64(1), "maxProperties": int64(8),
		"additionalProperties": map[string]any{"type": "string"},
	})
	fewest, _ := labels.MinProperties()
	most, _ := labels.MaxProperties()
	fmt.Println(labels.AdditionalProperties().TypeName(), fewest, most)

	// true allows any field, and false equals no keyword.
	open, closed := read(map[string]any{"additionalProperties": true}), read(map[string]any{"additionalProperties": false})
	fmt.Println(open.AdditionalProperties() == nil, open.AllowsAdditional(), closed.DeniesAdditional())
	// Output:
	// string 1 8
	// true true true
}

// A slice with data for each property is indexed with PropertyIndex.
func ExampleSchema_PropertyAt() {
	spec := read(cronTab).Property("spec")
	types := make([]string, spec.NumProperties())
	for i := range types {
		_, property := spec.PropertyAt(i)
		types[i] = property.TypeName()
	}
	fmt.Println(types[spec.PropertyIndex("schedule")], spec.PropertyIndex("other"))
	fmt.Println(spec.Required())
	// Output:
	// string -1
	// [schedule]
}

// Defaulting visits only the properties with defaults in them.
func ExampleSchema_Defaulted() {
	var print func(s *structural.Schema, indent string)
	print = func(s *structural.Schema, indent string) {
		for i := 0; ; i++ {
			name, property, ok := s.Defaulted(i)
			if !ok {
				return
			}
			fmt.Println(indent+name, property.HasDefault(), property.Default())
			print(property, indent+"  ")
		}
	}
	schema := read(cronTab)
	print(schema, "")
	// Output:
	// spec false <nil>
	//   replicas true 1
}

// The branches of allOf, anyOf, oneOf and not are schemas.
func ExampleSchema_AllOf() {
	pattern := func(p string) map[string]any { return map[string]any{"pattern": p} }
	schema := read(map[string]any{
		"type":  "string",
		"allOf": []any{pattern("^a"), pattern("z$")},
		"anyOf": []any{pattern("b"), pattern("c")},
		"oneOf": []any{pattern("d"), pattern("e")},
		"not":   pattern("f"),
	})
	for _, branch := range schema.AllOf() {
		fmt.Println("all of:", branch.Pattern())
	}
	fmt.Println(len(schema.AnyOf()), len(schema.OneOf()), schema.Not().Pattern())
	// Output:
	// all of: ^a
	// all of: z$
	// 2 2 f
}

// An absent reason of a rule is nil.
func ExampleSchema_Rules() {
	schema := read(map[string]any{
		"type": "object",
		"x-kubernetes-validations": []any{
			map[string]any{"rule": "self.min <= self.max", "message": "min is above max", "fieldPath": ".min"},
		},
	})
	for _, rule := range schema.Rules() {
		fmt.Println(rule.Rule, "-", rule.Message, rule.FieldPath, rule.Reason == nil)
	}
	// Output: self.min <= self.max - min is above max .min true
}

// These x-kubernetes keywords are true or absent.
func ExampleSchema_PreservesUnknownFields() {
	schema := read(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"template": map[string]any{
				"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
			},
			"port": map[string]any{"x-kubernetes-int-or-string": true},
		},
	})
	template, port := schema.Property("template"), schema.Property("port")
	fmt.Println(template.EmbeddedResource(), template.PreservesUnknownFields())
	fmt.Println(port.IntOrString(), port.Type() == structural.NoType)
	// Output:
	// true true
	// true true
}

// In updates the server requires a structural schema only if it uses extensions.
func ExampleSchema_UsesExtensions() {
	plain := read(map[string]any{"type": "object"})
	extended := read(map[string]any{"not": map[string]any{"x-kubernetes-int-or-string": true}})
	fmt.Println(plain.UsesExtensions(), extended.UsesExtensions())
	// Output: false true
}

// A schema without nullable is returned as it is.
func ExampleSchema_StripNullable() {
	schema := read(map[string]any{"type": "array", "items": map[string]any{"type": "string", "nullable": true}})
	strict := schema.StripNullable()
	fmt.Println(schema.Items().Nullable(), strict.Items().Nullable(), strict.StripNullable() == strict)
	// Output: true false true
}

// A chain of lookups needs no checks, because all methods work on nil.
func ExampleSchema_Property() {
	schema := read(cronTab)
	fmt.Println(schema.Property("spec").Property("schedule").TypeName())
	// Undeclared properties have no schema.
	fmt.Println(schema.Property("other").Property("deep") == nil)
	// Output:
	// string
	// true
}

// A schema becomes a map again, without what documents it: the schema of a compiled
// definition, for example. It has the defaults that the server sets.
func ExampleSchema_Map() {
	s, _, _ := structural.FromMap(context.Background(), map[string]any{
		"type":        "object",
		"description": "A lamp.",
		"properties":  map[string]any{"watts": map[string]any{"type": "integer", "maximum": 60.0, "nullable": false}},
	}, structural.WithoutDocumentation())
	fmt.Println(s.Map())
	// Output: map[properties:map[watts:map[maximum:60 type:integer]] type:object]
}

// A walk over a schema skips what does not concern it.
func ExampleSchema_Holds() {
	schema, _, _ := structural.FromMap(context.Background(), cronTab)
	fmt.Println(schema.Holds(facts.Rules), schema.Holds(facts.Fields))
	// Output: false true
}

// The values of a default are counted before they are made.
func ExampleSchema_MakeDefault() {
	schema, _, _ := structural.FromMap(context.Background(), map[string]any{"default": map[string]any{"ports": []any{int64(80), int64(443)}}})
	made := 0
	v, ok := schema.MakeDefault(func(values int) bool { made += values; return made <= 4 })
	fmt.Println(v, ok, made)
	_, ok = schema.MakeDefault(func(int) bool { return false })
	fmt.Println(ok)
	// Output:
	// map[ports:[80 443]] true 4
	// false
}
