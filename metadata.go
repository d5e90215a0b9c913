package crdschema

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// metadata edits the metadata of an object that is being prepared. The object
// it was made of is not written to.
type metadata struct{ fields cow.Map }

func metadataOf(obj map[string]any) metadata {
	m, _ := obj["metadata"].(map[string]any)
	return metadata{cow.OfMap(m)}
}

func (m *metadata) get(field string) any {
	current, _ := m.fields.Result()
	return current[field]
}

func (m *metadata) text(field string) string {
	s, _ := m.get(field).(string)
	return s
}

// set puts a value, or removes the field if it is nil or an empty text.
func (m *metadata) set(field string, v any) {
	old := m.get(field)
	switch {
	case v == nil || v == "":
		if old != nil {
			m.fields.Delete(field)
		}
	case !structural.Equal(v, old):
		m.fields.Set(field, v)
	}
}

// of puts the metadata into an object.
func (m *metadata) of(obj map[string]any) map[string]any {
	fields, changed := m.fields.Result()
	if !changed {
		return obj
	}
	out := cow.OfMap(obj)
	out.Set("metadata", fields)
	obj, _ = out.Result()
	return obj
}
