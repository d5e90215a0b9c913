// Package untyped reads and writes JSON objects as map[string]any. A field that is absent or has another type is read
// as the zero value. Arguments do not change. Results share their values with the arguments.
package untyped

import (
	"maps"
	"slices"
)

// Object returns the object in a field, or nil.
func Object(in map[string]any, name string) map[string]any {
	out, _ := in[name].(map[string]any)
	return out
}

// Text returns the text in a field, or "".
func Text(in map[string]any, name string) string {
	out, _ := in[name].(string)
	return out
}

// List returns the elements of a value, or nil.
func List(v any) []any {
	out, _ := v.([]any)
	return out
}

// Texts returns the texts among the elements of a value.
func Texts(v any) (out []string) {
	for _, e := range List(v) {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return slices.Clip(out)
}

// ListOf returns a value with texts as elements.
func ListOf(texts []string) []any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

// With returns a copy of an object with a field. The object may be nil.
func With(in map[string]any, name string, value any) map[string]any {
	out := maps.Clone(in)
	if out == nil {
		out = map[string]any{}
	}
	out[name] = value
	return out
}
