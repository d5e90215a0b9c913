package objectmeta

import (
	"cmp"
	"fmt"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// metadataDecoder normalizes one metadata value and holds what the server would report.
type metadataDecoder struct {
	w *work.Tracker
	// inOrder is set to visit fields in the order of the tables, which decides what the
	// problem is if there are several. Unknown fields are then ignored.
	inOrder  bool
	mismatch string            // the error for the first value of a wrong type
	failure  string            // the error for the first time that cannot be parsed; it ends the server's decoding, so mismatch is not reported
	unknown  []structural.Path // fields that are in no table, in any order; without some that nobody reports
	enough   bool              // of them were found before the current element of a list
}

// problem returns the text of the error that the server reports, or "" if there is
// none.
func (d *metadataDecoder) problem() string { return cmp.Or(d.failure, d.mismatch) }

// action says what happens to a value.
type action uint8

const (
	keep action = iota
	replace
	omit
)

// mapAction returns the value to use in place of v, from which m was made.
func mapAction(m *cow.Map, v any) (any, action) {
	if out, changed := m.Result(); changed {
		return out, replace
	}
	return v, keep
}

// listAction returns the value to use in place of v, from which l was made.
func listAction(l *cow.List, v any) (any, action) {
	if out, changed := l.Result(); changed {
		return out, replace
	}
	return v, keep
}

// structure normalizes m, which decodes into s, and reports whether the result
// differs from m.
func (d *metadataDecoder) structure(s *structure, m map[string]any) (map[string]any, bool) {
	if len(m) > len(s.fields) {
		return d.wide(s, m), true
	}
	out := cow.OfMap(m)
	if d.inOrder {
		d.fieldsInOrder(s, m, &out)
	} else {
		d.fields(s, m, &out)
	}
	for _, name := range s.required {
		if !out.Has(name) && d.w.Make(1) {
			out.Set(name, "")
		}
	}
	return out.Result()
}

// fields normalizes the fields of m in any order, which is faster.
func (d *metadataDecoder) fields(s *structure, m map[string]any, out *cow.Map) {
	for k, v := range m {
		if !d.w.Step(1) {
			return
		}
		if f := s.field(k); f != nil {
			d.field(s, f, v, out)
			continue
		}
		out.Delete(k)
		if !d.enough {
			d.unknown = append(d.unknown, structural.Path{structural.Field(k)})
		}
	}
}

func (d *metadataDecoder) fieldsInOrder(s *structure, m map[string]any, out *cow.Map) {
	for i := range s.fields {
		if d.w.Failed() {
			return
		}
		if v, present := m[s.fields[i].name]; present {
			d.field(s, &s.fields[i], v, out)
		}
	}
}

func (d *metadataDecoder) field(s *structure, f *structureField, v any, out *cow.Map) {
	v, action := d.value(s, f, v)
	d.w.In(structural.Field(f.name))
	switch action {
	case replace:
		out.Set(f.name, v)
	case omit:
		out.Delete(f.name)
	}
}

// value normalizes the value of one field. The value returned is only meaningful
// if the action is to replace v.
func (d *metadataDecoder) value(s *structure, f *structureField, v any) (any, action) {
	if v == nil && f.typ != requiredStringType {
		return nil, omit
	}
	switch f.typ {
	case requiredStringType:
		return d.requiredString(s, f, v)
	case intType, optionalIntType:
		return d.int(s, f, v)
	case boolType:
		return d.bool(s, f, v)
	case timeType, optionalTimeType:
		return d.time(s, f, v)
	case stringMapType:
		return d.stringMap(s, f, v)
	case stringListType:
		return d.stringList(s, f, v)
	case structureListType:
		return d.structureList(s, f, v)
	case anyType:
		return d.any(v, 0)
	default:
		return d.string(s, f, v)
	}
}

func (d *metadataDecoder) structureList(s *structure, f *structureField, v any) (any, action) {
	list, ok := v.([]any)
	switch {
	case !ok:
		d.mismatched(s, f, v, f.goType)
		return v, keep
	case len(list) == 0:
		return nil, omit
	}
	out, start := cow.OfList(list), len(d.unknown)
	for i, e := range list {
		if !d.w.Step(1) {
			break
		}
		first := len(d.unknown)
		if e, action := d.element(s, f, e); action == replace {
			out.Set(i, e)
		}
		for u, path := range d.unknown[first:] {
			d.unknown[first+u] = structural.Path{structural.Field(f.name), structural.Index(i)}.Append(path...)
		}
		d.trim(start)
		d.w.In(structural.Index(i))
	}
	d.enough = false
	return listAction(&out, v)
}

func (d *metadataDecoder) element(s *structure, f *structureField, v any) (any, action) {
	switch v := v.(type) {
	case nil:
		if !d.w.Make(1) {
			return v, keep
		}
		empty, _ := d.structure(f.element, map[string]any{})
		return empty, replace
	case map[string]any:
		if out, changed := d.structure(f.element, v); changed {
			return out, replace
		}
	default:
		d.mismatched(s, f, v, f.element.goType)
	}
	return v, keep
}

// mismatched sets d.mismatch, unless it is set, to the error for v, which the server
// decodes into goType.
func (d *metadataDecoder) mismatched(s *structure, f *structureField, v any, goType string) {
	if d.mismatch == "" {
		d.mismatch = wire.WrongFieldType(wire.JSONType(v), s.prefix+f.name, goType)
	}
}

// notAnObject returns the server's error text for metadata that is neither null nor
// an object.
func notAnObject(v any, mode Mode) string {
	if mode == Reject {
		return wire.WrongType(wire.JSONType(v), objectMeta.goType)
	}
	return fmt.Sprintf("invalid metadata: expected object, got %T", v)
}

// undecodable returns an error for v with the error text of a decoder.
func undecodable(code codes.Code, v any, text string) *structural.Error {
	return field.Verbatim(structural.Error{Kind: structural.Undecodable, Code: code, Value: v, Detail: text})
}
