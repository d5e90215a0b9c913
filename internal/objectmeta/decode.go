package objectmeta

import (
	"cmp"
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// decoder goes through one metadata value in the order of the tables and
// remembers what a server would say.
type decoder struct {
	mismatch string            // the first value of a wrong type
	failure  string            // the first time that cannot be read: it ends the server's decoding and so hides any mismatch
	unknown  []structural.Path // fields that no table knows, in no order
}

// problem is what the server reports, empty if the metadata is fine.
func (d *decoder) problem() string { return cmp.Or(d.failure, d.mismatch) }

// fate is what becomes of a value.
type fate uint8

const (
	kept fate = iota
	replaced
	omitted
)

// mapFate is the value to use in place of v, the map that m was made of.
func mapFate(m *cow.Map, v any) (any, fate) {
	if out, changed := m.Result(); changed {
		return out, replaced
	}
	return v, kept
}

// listFate is the value to use in place of v, the list that l was made of.
func listFate(l *cow.List, v any) (any, fate) {
	if out, changed := l.Result(); changed {
		return out, replaced
	}
	return v, kept
}

// record normalises one record and tells whether that gave another map.
func (d *decoder) record(r *record, m map[string]any) (map[string]any, bool) {
	out, known := cow.OfMap(m), 0
	for i := range r.fields {
		f := &r.fields[i]
		v, present := m[f.name]
		if present {
			known++
		} else if f.shape != requiredText {
			continue
		}
		switch v, fate := d.value(r, f, v); fate {
		case replaced:
			out.Set(f.name, v)
		case omitted:
			out.Delete(f.name)
		}
	}
	if known < len(m) {
		d.dropUnknown(r, m, &out)
	}
	return out.Result()
}

func (d *decoder) dropUnknown(r *record, m map[string]any, out *cow.Map) {
	for k := range m {
		if !r.knows(k) {
			out.Delete(k)
			d.unknown = append(d.unknown, structural.Path{structural.Field(k)})
		}
	}
}

// value normalises the value of one field. The value returned only means
// something if its fate is to replace v.
func (d *decoder) value(r *record, f *fieldSpec, v any) (any, fate) {
	if v == nil && f.shape != requiredText {
		return nil, omitted
	}
	switch f.shape {
	case requiredText:
		return d.requiredText(r, f, v)
	case count, optionalCount:
		return d.count(r, f, v)
	case flag:
		return d.flag(r, f, v)
	case instant, optionalInstant:
		return d.instant(r, f, v)
	case textMap:
		return d.textMap(r, f, v)
	case textList:
		return d.textList(r, f, v)
	case recordList:
		return d.recordList(r, f, v)
	case freeform:
		return free(v)
	default:
		return d.text(r, f, v)
	}
}

func (d *decoder) flag(r *record, f *fieldSpec, v any) (any, fate) {
	if _, ok := v.(bool); !ok {
		d.mismatched(r, f, v, f.goType)
	}
	return v, kept
}

func (d *decoder) recordList(r *record, f *fieldSpec, v any) (any, fate) {
	list, ok := v.([]any)
	switch {
	case !ok:
		d.mismatched(r, f, v, f.goType)
		return v, kept
	case len(list) == 0:
		return nil, omitted
	}
	out := cow.OfList(list)
	for i, e := range list {
		from := len(d.unknown)
		if e, fate := d.element(r, f, e); fate == replaced {
			out.Set(i, e)
		}
		prefix(d.unknown[from:], structural.Field(f.name), structural.Index(i))
	}
	return listFate(&out, v)
}

func (d *decoder) element(r *record, f *fieldSpec, v any) (any, fate) {
	switch v := v.(type) {
	case nil:
		empty, _ := d.record(f.element, map[string]any{})
		return empty, replaced
	case map[string]any:
		if out, changed := d.record(f.element, v); changed {
			return out, replaced
		}
	default:
		d.mismatched(r, f, v, f.element.goType)
	}
	return v, kept
}

// mismatched remembers that v stands where the server has something of type
// goType.
//
// Rule: encoding/json, UnmarshalTypeError.Error, with the context that
// sigs.k8s.io/json gives it.
func (d *decoder) mismatched(r *record, f *fieldSpec, v any, goType string) {
	if d.mismatch == "" {
		d.mismatch = wire.WrongFieldType(wire.JSONType(v), r.within+f.name, goType)
	}
}

// notAnObject is what the server says about metadata that is neither null nor
// an object.
func notAnObject(v any, mode Mode) string {
	if mode == Reject {
		return wire.WrongType(wire.JSONType(v), objectMeta.goType)
	}
	return fmt.Sprintf("invalid metadata: expected object, got %T", v)
}

// undecodable is the error of a decoder that takes no part of v.
func undecodable(v any, text string) *structural.Error {
	return field.Verbatim(structural.Error{Kind: structural.Undecodable, Value: v, Detail: text})
}
