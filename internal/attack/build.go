package attack

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// obj is a JSON object.
type obj = map[string]any

// crdOf returns a CRD with one version of that schema.
func crdOf(schema obj) obj {
	return crdOfVersions(obj{"name": "v1", "served": true, "storage": true, "schema": obj{"openAPIV3Schema": schema}})
}

func crdOfVersions(versions ...any) obj {
	return obj{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": obj{"name": "as.e.io"},
		"spec": obj{
			"group": "e.io", "scope": "Cluster",
			"names":    obj{"plural": "as", "singular": "a", "kind": "A", "listKind": "AList"},
			"versions": versions,
		},
	}
}

// object returns an object of the CRD of crdOf with more fields.
func object(fields obj) obj {
	out := obj{"apiVersion": "e.io/v1", "kind": "A", "metadata": obj{"name": "a"}}
	for name, v := range fields {
		out[name] = v
	}
	return out
}

// properties returns a schema of type object with one property.
func properties(name string, schema obj) obj {
	return obj{"type": "object", "properties": obj{name: schema}}
}

// listOf returns a schema of type array.
func listOf(items obj) obj { return obj{"type": "array", "items": items} }

// with sets a field of m and returns m.
func with(m obj, name string, v any) obj {
	m[name] = v
	return m
}

// repeat returns n times what make returns.
func repeat(n int, make func(i int) any) []any {
	list := []any{}
	for i := range n {
		list = append(list, make(i))
	}
	return list
}

// nest wraps inner n times.
func nest(n int, inner any, wrap func(any) any) any {
	for range n {
		inner = wrap(inner)
	}
	return inner
}

// shared returns a map of that many levels, each with the next one twice: 2^levels paths.
func shared(levels int) any {
	return nest(levels, "x", func(v any) any { return obj{"a": v, "b": v} })
}

// cyclic returns a map that holds itself, and a list that does.
func cyclic() obj {
	m := obj{"a": "x"}
	list := []any{m, nil}
	list[1] = list
	m["m"], m["l"] = m, list
	return m
}

// size returns the number of bytes of values as JSON.
func size(values ...any) (n int) {
	for _, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		n += len(text)
	}
	return n
}

// text returns n times part in separators, between begin and end.
func text(begin string, n int, part, separator, end string) string {
	return begin + strings.TrimSuffix(strings.Repeat(part+separator, n), separator) + end
}

func schemaOf(m obj) *structural.Schema {
	r := call(background, structural.FromMap, m)
	if errs := r.values[1].(structural.Errors); r.err != nil || len(errs) > 0 {
		panic(fmt.Sprint(r.err, errs))
	}
	return r.values[0].(*structural.Schema)
}

func definitionOf(crd obj, opts ...any) *crdschema.Definition {
	return first[*crdschema.Definition](call(background, crdschema.Compile, append([]any{crd}, opts...)...))
}
