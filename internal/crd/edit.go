package crd

import (
	"reflect"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// Editor changes fields of an object, which it copies before the first change.
type Editor struct{ fields cow.Map }

// Edit returns an editor of v, an object, or of an empty object.
func Edit(v any) Editor {
	m, _ := v.(map[string]any)
	return Editor{cow.OfMap(m)}
}

// Get returns the value of a field, or nil if it is absent.
func (e *Editor) Get(name string) any { return e.fields.Get(name) }

// Set sets a field, or removes it if v is nil.
func (e *Editor) Set(name string, v any) {
	fields, _ := e.fields.Result()
	switch old, found := fields[name]; {
	case v == nil && found:
		e.fields.Delete(name)
	case v != nil && !unchanged(v, old):
		e.fields.Set(name, v)
	}
}

// Result returns the object with the changes.
func (e *Editor) Result() map[string]any {
	m, _ := e.fields.Result()
	return m
}

// unchanged reports whether v and old are the same map, the same list, or equal scalars.
func unchanged(v, old any) bool {
	switch v := v.(type) {
	case map[string]any:
		old, ok := old.(map[string]any)
		return ok && reflect.ValueOf(v).Pointer() == reflect.ValueOf(old).Pointer()
	case []any:
		old, ok := old.([]any)
		return ok && len(v) == len(old) && (len(v) == 0 || &v[0] == &old[0])
	default:
		return structural.Equal(v, old)
	}
}

// Texts returns a list of strings as a JSON value, or nil for nil.
func Texts(list []string) any {
	if list == nil {
		return nil
	}
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
