package builtin

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/client-go/kubernetes/scheme"
)

// types returns what errors say about fields and their schemas do not, a line for each: the component, the field, the
// name of its Go type, and the names of the embedded structs with the field.
func types(schemas map[string]any) string {
	known := map[string]reflect.Type{}
	for _, typ := range scheme.Scheme.AllKnownTypes() {
		if strings.HasPrefix(typ.PkgPath(), "k8s.io/api/") {
			collect(known, typ)
		}
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(known)) {
		schema, _ := schemas[name].(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		fields := fieldsOf(known[name])
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			property, found := properties[field].(map[string]any)
			through := fields[field].through
			if got := pointed(fields[field].typ).String(); found && (got != derived(property) || through != "" && through != "TypeMeta.") {
				fmt.Fprintln(&out, strings.TrimSpace(fmt.Sprint(name, " ", field, " ", got, " ", through)))
			}
		}
	}
	return out.String()
}

// collect adds a struct and the structs below it by their components.
func collect(known map[string]reflect.Type, typ reflect.Type) {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || known[component(typ)] != nil {
		return
	}
	known[component(typ)] = typ
	for _, field := range fieldsOf(typ) {
		collect(known, field.typ)
	}
}

// field is a field in JSON.
type field struct {
	typ     reflect.Type
	through string // the names of the embedded structs with the field, each with a dot
}

// fieldsOf returns the fields in JSON, with those of embedded structs.
func fieldsOf(typ reflect.Type) map[string]field {
	out := map[string]field{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported():
		case (name == "" && f.Anonymous || strings.Contains(options, "inline")) && pointed(f.Type).Kind() == reflect.Struct:
			for name, below := range fieldsOf(pointed(f.Type)) {
				out[name] = field{below.typ, f.Name + "." + below.through}
			}
		case name != "":
			out[name] = field{typ: f.Type}
		}
	}
	return out
}

func pointed(typ reflect.Type) reflect.Type {
	if typ.Kind() == reflect.Pointer {
		return typ.Elem()
	}
	return typ
}

// derived returns the Go type of most values with a schema, as crdserver derives it.
func derived(schema map[string]any) string {
	if component, _ := schema["$ref"].(string); component != "" {
		parts := strings.Split(component, ".")
		return strings.Join(parts[len(parts)-2:], ".")
	}
	format, _ := schema["format"].(string)
	items, _ := schema["items"].(map[string]any)
	values, _ := schema["additionalProperties"].(map[string]any)
	switch schema["type"] {
	case "integer":
		return cmp.Or(format, "int64")
	case "number":
		return "float64"
	case "boolean":
		return "bool"
	case "array":
		return "[]" + derived(items)
	case "object":
		return "map[string]" + derived(values)
	}
	if format == "byte" {
		return "[]uint8"
	}
	return "string"
}
