package metaedit

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// Editor changes the metadata at the root of an object.
type Editor struct{ fields cow.Map }

// Edit returns an editor of the metadata of obj.
func Edit(obj map[string]any) Editor { return Editor{cow.OfMap(Metadata(obj))} }

// Get returns the value of a field, or nil if it is absent.
func (e *Editor) Get(field string) any { return e.fields.Get(field) }

// Text returns the value of a field, or "" if it is not a string.
func (e *Editor) Text(field string) string {
	s, _ := e.Get(field).(string)
	return s
}

// Set sets a field, or removes it if v is nil or "".
func (e *Editor) Set(field string, v any) {
	switch {
	case v == nil || v == "":
		if e.fields.Has(field) {
			e.fields.Delete(field)
		}
	case !structural.Equal(v, e.Get(field)):
		e.fields.Set(field, v)
	}
}

// Fields returns the metadata with the changes.
func (e *Editor) Fields() map[string]any {
	fields, _ := e.fields.Result()
	return fields
}

// Object returns obj with the changed metadata, or obj itself if nothing has changed or its
// metadata is not an object.
func (e *Editor) Object(obj map[string]any) map[string]any {
	fields, changed := e.fields.Result()
	if !changed || !hasFields(obj["metadata"]) {
		return obj
	}
	out := cow.OfMap(obj)
	out.Set("metadata", fields)
	obj, _ = out.Result()
	return obj
}

func hasFields(v any) bool {
	_, ok := v.(map[string]any)
	return ok || v == nil
}
