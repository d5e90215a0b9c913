package specschema

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/structural"
)

func (w *writer) setSchemas(pointer, v any) {
	switch p := pointer.(type) {
	case **spec.Schema:
		*p = w.single(v)
	case *[]spec.Schema:
		*p = w.list(v)
	case *map[string]spec.Schema:
		*p = w.named(v)
	case **spec.SchemaOrBool:
		allows, isBool := v.(bool)
		*p = &spec.SchemaOrBool{Allows: allows || !isBool, Schema: w.single(v)}
	case **spec.SchemaOrArray:
		*p = &spec.SchemaOrArray{Schema: w.single(v), Schemas: w.list(v)}
	case *spec.Dependencies:
		*p = w.dependencies(v)
	}
}

func (w *writer) single(v any) *spec.Schema {
	m, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	out := &spec.Schema{}
	w.schema(out, m)
	return out
}

func (w *writer) list(v any) []spec.Schema {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	out := make([]spec.Schema, len(list))
	for i, e := range list {
		m, _ := e.(map[string]any)
		w.path = append(w.path, structural.Index(i))
		w.schema(&out[i], m)
		w.path = w.path[:len(w.path)-1]
	}
	return out
}

func (w *writer) named(v any) map[string]spec.Schema {
	m, _ := v.(map[string]any)
	out := make(map[string]spec.Schema, len(m))
	for name, e := range m {
		var below spec.Schema
		fields, _ := e.(map[string]any)
		w.path = append(w.path, structural.Key(name))
		w.schema(&below, fields)
		w.path = w.path[:len(w.path)-1]
		out[name] = below
	}
	return out
}

func (w *writer) dependencies(v any) spec.Dependencies {
	m, _ := v.(map[string]any)
	out := make(spec.Dependencies, len(m))
	for name, e := range m {
		w.path = append(w.path, structural.Key(name))
		out[name] = spec.SchemaOrStringArray{Schema: w.single(e), Property: textsOf(e)}
		w.path = w.path[:len(w.path)-1]
	}
	return out
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func textsOf(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return nil
	}
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = text(e)
	}
	return out
}

func float(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	f, _ := v.(float64)
	return f
}
