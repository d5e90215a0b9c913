package crd

import (
	"encoding/base64"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// writer returns a decodable value as the server stores it.
type writer func(v any) any

// fieldWriter writes a field of a struct.
type fieldWriter struct {
	presence keyword.Presence
	write    writer // nil for values that are stored as they are
	zero     any    // the value of an absent field that is always stored
}

// structWriter writes an object with known fields.
type structWriter struct {
	fields map[string]fieldWriter
	always []string // the fields that are always stored
}

// writerOf returns the writer of a type, or nil if its values are stored unchanged.
func writerOf(t *gotype.Type) writer { return writers{}.writer(t) }

// writers holds the writers of structs, because schemas contain schemas.
type writers map[*gotype.Type]*structWriter

func (all writers) writer(t *gotype.Type) writer {
	switch t.Class {
	case gotype.Number:
		return number
	case gotype.Base64:
		return base64Text
	case gotype.Time:
		return utc
	case gotype.Freeform:
		return freeform
	case gotype.Struct:
		return all.structWriter(t).write
	case gotype.Map:
		return mapOf(all.writer(t.Elem))
	case gotype.List:
		return listOf(all.elem(t.Elem))
	case gotype.SchemaOrBool:
		return schemaOr(all.structWriter(t.Elem), func(v any) any { return v })
	case gotype.SchemaOrList:
		return schemaOr(all.structWriter(t.Elem), nonEmptyList(all.writer(t.Elem)))
	case gotype.SchemaOrNames:
		return schemaOr(all.structWriter(t.Elem), nonEmptyList(text))
	default:
		return nil
	}
}

func (all writers) elem(t *gotype.Type) writer {
	if t.Class == gotype.Text {
		return text
	}
	return all.writer(t)
}

func (all writers) structWriter(t *gotype.Type) *structWriter {
	if w := all[t]; w != nil {
		return w
	}
	w := &structWriter{fields: make(map[string]fieldWriter, len(t.Fields))}
	all[t] = w
	for _, f := range t.Fields {
		w.fields[f.Name] = fieldWriter{presence: f.Presence, write: all.writer(f.Type), zero: f.Default}
	}
	for _, f := range t.Required {
		w.always = append(w.always, f.Name)
	}
	return w
}

func (w *structWriter) write(v any) any {
	m, _ := v.(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	out := cow.OfMap(m)
	for name, old := range m {
		f, known := w.fields[name]
		if !known {
			out.Delete(name)
			continue
		}
		switch v := f.stored(old); {
		case v == omitted:
			out.Delete(name)
		case !unchanged(v, old):
			out.Set(name, v)
		}
	}
	for _, name := range w.always {
		if _, found := m[name]; !found {
			f := w.fields[name]
			out.Set(name, f.absent())
		}
	}
	result, _ := out.Result()
	return result
}

var omitted = any(new(int))

// absent returns the value to store for an absent field.
func (f *fieldWriter) absent() any {
	if f.write != nil {
		return f.write(f.zero)
	}
	return f.zero
}

func (f *fieldWriter) stored(v any) any {
	if v == nil {
		if f.presence == keyword.Always {
			return f.absent()
		}
		return omitted
	}
	if f.write != nil {
		v = f.write(v)
	}
	if f.presence != keyword.Always && (v == nil || f.presence == keyword.NonEmpty && isEmpty(v)) {
		return omitted
	}
	return v
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case bool:
		return !v
	case int64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// listOf returns the writer of lists.
func listOf(write writer) writer {
	return func(v any) any { return EditList(v, write) }
}

// EditList returns v, a list, with change of each element.
func EditList(v any, change func(any) any) any {
	list, _ := v.([]any)
	out := cow.OfList(list)
	for i, e := range list {
		if changed := change(e); !unchanged(changed, e) {
			out.Set(i, changed)
		}
	}
	result, changed := out.Result()
	if !changed {
		return v
	}
	return result
}

func mapOf(write writer) writer {
	return func(v any) any {
		m, _ := v.(map[string]any)
		out := cow.OfMap(m)
		for name, e := range m {
			if written := write(e); !unchanged(written, e) {
				out.Set(name, written)
			}
		}
		result, changed := out.Result()
		if !changed {
			return v
		}
		return result
	}
}

func schemaOr(schema *structWriter, other writer) writer {
	return func(v any) any {
		if _, ok := v.(map[string]any); ok {
			return schema.write(v)
		}
		return other(v)
	}
}

// nonEmptyList stores an empty list and any other value as null, as the server does. A
// field loses null when it is read.
func nonEmptyList(write writer) writer {
	return func(v any) any {
		if list, ok := v.([]any); ok && len(list) > 0 {
			return EditList(v, write)
		}
		return nil
	}
}

// text stores null as an empty string.
func text(v any) any {
	if v == nil {
		return ""
	}
	return v
}

// number writes a number that the server holds as a float64.
func number(v any) any {
	switch n := v.(type) {
	case int64:
		return keyword.JSONNumber(float64(n))
	case float64:
		return keyword.JSONNumber(n)
	}
	return v
}

// freeform writes any value.
func freeform(v any) any {
	switch v := v.(type) {
	case float64:
		return keyword.JSONNumber(v + 0) // a stored -0 is read as the integer 0
	case []any:
		return EditList(v, freeform)
	case map[string]any:
		return mapOf(freeform)(v)
	}
	return v
}

// base64Text drops the line breaks that base64 text may have.
func base64Text(v any) any {
	if list, ok := v.([]any); ok {
		return base64.StdEncoding.EncodeToString(bytesOf(list))
	}
	s, _ := v.(string)
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return v
	}
	return base64.StdEncoding.EncodeToString(b)
}

// utc writes a time in UTC.
func utc(v any) any {
	if text := metaedit.Timestamp(metaedit.Time(v)); text != "" {
		return text
	}
	return nil
}
