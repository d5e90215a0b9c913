package objectmeta

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/keyword"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// metadataDecoder normalizes one metadata value and holds the fields that the server would
// report. A gotype.Checker finds the error of a value with a wrong one.
type metadataDecoder struct {
	w       *work.Tracker
	wrong   bool              // there is a value that the server cannot decode
	unknown []structural.Path // fields that are in no table, in any order; without some that nobody reports
	enough  bool              // of them were found before the current element of a list
}

// action says what happens to a value.
type action uint8

const (
	keep action = iota
	replace
	omit
)

func mapAction(m *cow.Map, v any) (any, action) {
	if out, changed := m.Result(); changed {
		return out, replace
	}
	return v, keep
}

func listAction(l *cow.List, v any) (any, action) {
	if out, changed := l.Result(); changed {
		return out, replace
	}
	return v, keep
}

// structure normalizes m as a t and reports whether the result differs
// from m.
func (d *metadataDecoder) structure(t *gotype.Type, m map[string]any) (map[string]any, bool) {
	if len(m) > len(t.Fields) {
		return d.wide(t, m), true
	}
	out := cow.OfMap(m)
	d.fields(t, m, &out)
	for _, f := range t.Required {
		if !out.Has(f.Name) && d.w.Make(1) {
			out.Set(f.Name, "")
		}
	}
	return out.Result()
}

func (d *metadataDecoder) fields(t *gotype.Type, m map[string]any, out *cow.Map) {
	for k, v := range m {
		if !d.w.Step(1) {
			return
		}
		if f := t.Field(k); f != nil {
			d.field(f, v, out)
			continue
		}
		out.Delete(k)
		if !d.enough {
			d.unknown = append(d.unknown, structural.Path{structural.Field(k)})
		}
	}
}

func (d *metadataDecoder) field(f *gotype.Field, v any, out *cow.Map) {
	v, action := d.value(f, v)
	d.w.In(structural.Field(f.Name))
	switch action {
	case replace:
		out.Set(f.Name, v)
	case omit:
		out.Delete(f.Name)
	}
}

// value normalizes the value of one field. The value returned is only meaningful
// if the action is to replace v.
func (d *metadataDecoder) value(f *gotype.Field, v any) (any, action) {
	if v == nil && (f.Class != gotype.Text || f.Presence != keyword.Always) {
		return nil, omit
	}
	switch f.Class {
	case gotype.Integer:
		return d.int(f, v)
	case gotype.Flag:
		return d.bool(v)
	case gotype.Time:
		return d.time(f, v)
	case gotype.Map:
		return d.stringMap(f, v)
	case gotype.List:
		return d.list(f, v)
	case gotype.Freeform:
		return d.any(v, 0)
	default:
		return d.text(f, v)
	}
}

func (d *metadataDecoder) list(f *gotype.Field, v any) (any, action) {
	list, ok := v.([]any)
	switch {
	case !ok:
		d.wrong = true
		return v, keep
	case len(list) == 0:
		return nil, omit
	case f.Elem.Class == gotype.Struct:
		return d.structureList(f, list, v)
	default:
		return d.stringList(list, v)
	}
}

func (d *metadataDecoder) structureList(f *gotype.Field, list []any, v any) (any, action) {
	out, start := cow.OfList(list), len(d.unknown)
	for i, e := range list {
		if !d.w.Step(1) {
			break
		}
		first := len(d.unknown)
		if e, action := d.element(f, e); action == replace {
			out.Set(i, e)
		}
		for u, path := range d.unknown[first:] {
			d.unknown[first+u] = structural.Path{structural.Field(f.Name), structural.Index(i)}.Append(path...)
		}
		d.trim(start)
		d.w.In(structural.Index(i))
	}
	d.enough = false
	return listAction(&out, v)
}

func (d *metadataDecoder) element(f *gotype.Field, v any) (any, action) {
	switch v := v.(type) {
	case nil:
		if !d.w.Make(1) {
			return v, keep
		}
		empty, _ := d.structure(f.Elem, map[string]any{})
		return empty, replace
	case map[string]any:
		if out, changed := d.structure(f.Elem, v); changed {
			return out, replace
		}
	default:
		d.wrong = true
	}
	return v, keep
}

func notAnObject(v any, mode Mode) string {
	if mode == Reject {
		return gotype.WrongType(gotype.JSONType(v), gotype.ObjectMeta.Name)
	}
	return fmt.Sprintf("invalid metadata: expected object, got %T", v)
}

func undecodable(code codes.Code, v any, text string) *structural.Error {
	return field.Verbatim(structural.Error{Kind: field.Undecodable, Code: code, Value: v, Detail: text})
}
