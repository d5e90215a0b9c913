package builtin

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/client-go/kubernetes/scheme"
)

// messages returns a table of the messages of all kinds: see the comment at its begin.
func messages() string {
	known := map[string]string{}
	for _, typ := range scheme.Scheme.AllKnownTypes() {
		if strings.HasPrefix(typ.PkgPath(), "k8s.io/api/") {
			describe(known, typ)
		}
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(known)) {
		fmt.Fprintf(&out, "%s\n%s", name, known[name])
	}
	return out.String()
}

// component returns the name of a Go type in OpenAPI documents.
func component(typ reflect.Type) string {
	return "io.k8s." + strings.ReplaceAll(strings.TrimPrefix(typ.PkgPath(), "k8s.io/"), "/", ".") + "." + typ.Name()
}

// own are types that JSON writes in a way of their own: crdserver decodes them with their Go types.
var own = []string{"ObjectMeta", "Time", "MicroTime", "Duration", "Quantity", "IntOrString"}

// describe adds the messages of a type and of the types below it.
func describe(known map[string]string, typ reflect.Type) {
	name := component(typ)
	if _, found := known[name]; found || typ.Kind() != reflect.Struct || slices.Contains(own, typ.Name()) {
		return
	}
	known[name] = "" // of a type that refers to itself
	var lines strings.Builder
	for i := range typ.NumField() {
		f := typ.Field(i)
		if tag := strings.Split(f.Tag.Get("protobuf"), ","); len(tag) > 2 {
			line, below := lineOf(f, tag)
			fmt.Fprintln(&lines, line)
			if below != nil {
				describe(known, below)
			}
		}
	}
	known[name] = lines.String()
}

// Unwrapped returns the type of the values of a field, with what tables of messages write before and after
// it: "[]" for a list, "{}" for a map, "?" for a pointer. Bytes are no list.
func Unwrapped(typ reflect.Type) (of reflect.Type, prefix, suffix string) {
	switch {
	case typ.Kind() == reflect.Pointer:
		return typ.Elem(), "", "?"
	case typ.Kind() == reflect.Slice && typ.Elem().Kind() != reflect.Uint8:
		return typ.Elem(), "[]", ""
	case typ.Kind() == reflect.Map:
		return typ.Elem(), "{}", ""
	}
	return typ, "", ""
}

// lineOf returns the line of a field and the type of its messages, or nil.
func lineOf(f reflect.StructField, tag []string) (line string, below reflect.Type) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	typ, prefix, suffix := Unwrapped(f.Type)
	if name == "" && f.Anonymous || strings.Contains(options, "inline") {
		name, prefix = "-", "."
	}
	kind := typ.Kind().String()
	switch typ.Kind() {
	case reflect.Float64:
		kind = "double"
	case reflect.Struct:
		kind, below = component(typ), typ
	case reflect.Slice:
		kind = "bytes"
		if typ.Elem().Kind() == reflect.String {
			kind = "Strings"
		}
	}
	return fmt.Sprint(tag[1], " ", name, " ", prefix, kind, suffix), below
}
