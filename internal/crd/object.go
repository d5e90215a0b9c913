package crd

import (
	"iter"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/integral"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// reader counts the work of reading one manifest and collects the errors.
type reader struct {
	names   FieldNames
	work    *work.Tracker // nil if nothing is counted
	dropped bool          // the result is dropped at once: only steps are counted
	errs    field.List
}

// step counts n steps and reports whether to go on.
func (r *reader) step(n int) bool { return r.work == nil || r.work.Step(n) }

// make counts n values that are made and reports whether to go on.
func (r *reader) make(n int) bool { return r.work == nil || r.dropped || r.work.Make(n) }

// object is an object of the manifest. Its fields are nil if it is absent. The getters report a
// value of a wrong type, if the caller reads the field, and return the zero value for it.
//
// Paths are made for errors and schemas only: there may be very many objects.
type object struct {
	r      *reader
	fields map[string]any
	needed *Paths          // the fields that the caller reads
	path   structural.Path // of the object, if it has fields, or of the list that it is in
	index  int             // in that list, or notListed
}

// notListed is the index of an object that is not an element of a list.
const notListed = -1

func (o object) at(name string) structural.Path {
	if o.index == notListed {
		return o.path.Append(structural.Field(name))
	}
	return o.path.Append(structural.Index(o.index), structural.Field(name))
}

// has reports whether a field is present and not null.
func (o object) has(name string) bool { return o.fields[name] != nil }

// mismatch reports the value of a field and returns the error, or nil if it is not listed.
func (o object) mismatch(name, want string) *structural.Error {
	if !o.reports(name) {
		return nil
	}
	return o.report(o.at(name), o.fields[name], codes.FieldTypeDetail(want))
}

// wrongElement reports the value of an element of a list.
func (o object) wrongElement(name string, i int, want string) {
	if o.reports(name) {
		list, _ := o.fields[name].([]any)
		o.report(o.at(name).Append(structural.Index(i)), list[i], codes.FieldTypeDetail(want))
	}
}

// reports reports whether an error of a field is one to list. It counts one that the caller
// needs and that does not fit, so that its path and text are not made.
func (o object) reports(name string) bool {
	needed := o.needed.field(name) != nil
	return needed && !omits(&o.r.errs)
}

func (o object) report(path structural.Path, value any, detail string) *structural.Error {
	return o.r.errs.Add(path, &structural.Error{Kind: structural.Undecodable, Code: codes.FieldType, Value: value, Detail: detail})
}

func (o object) text(name string) string {
	s, ok := o.fields[name].(string)
	if !ok && o.has(name) {
		o.mismatch(name, "a string")
	}
	return s
}

// optionalText returns a string, or nil if it is absent.
func (o object) optionalText(name string) *string {
	s, ok := o.fields[name].(string)
	if !ok {
		o.text(name)
		return nil
	}
	return &s
}

// texts returns a list of strings, or nil if it is absent.
func (o object) texts(name string) []string {
	list := o.list(name)
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, e := range list {
		var ok bool
		if out[i], ok = e.(string); !ok && e != nil {
			o.wrongElement(name, i, "a string")
		}
		if !o.r.step(1) {
			break
		}
	}
	return out
}

func (o object) boolean(name string, absent bool) bool {
	b, ok := o.fields[name].(bool)
	switch {
	case ok:
		return b
	case o.has(name):
		o.mismatch(name, "a boolean")
	}
	return absent
}

func (o object) int32(name string, absent int32) int32 {
	n, ok := o.fields[name].(int64)
	switch {
	case ok && n == int64(int32(n)):
		return int32(n)
	case o.has(name):
		if e := o.mismatch(name, "a 32-bit integer"); e != nil {
			e.Remark = integral.RemarkOn(o.fields[name])
		}
	}
	return absent
}

func (o object) object(name string) object {
	m, ok := o.fields[name].(map[string]any)
	if !ok && o.has(name) {
		o.mismatch(name, "an object")
	}
	out := object{r: o.r, fields: m, needed: o.needed.field(name), index: notListed}
	if m != nil {
		out.path = o.at(name)
	}
	return out
}

// list returns a list, or nil if it is absent.
func (o object) list(name string) []any {
	list, ok := o.fields[name].([]any)
	if !ok && o.has(name) {
		o.mismatch(name, "a list")
	}
	return list
}

// objects returns the elements of a list of objects, until the call has to end.
func (o object) objects(name string) iter.Seq[object] {
	return func(yield func(object) bool) {
		list := o.list(name)
		if len(list) == 0 {
			return
		}
		path, needed := o.at(name), o.needed.field(name)
		for i, e := range list {
			m, ok := e.(map[string]any)
			if !ok && e != nil {
				o.wrongElement(name, i, "an object")
			}
			if !o.r.step(1+len(m)) || !yield(object{r: o.r, fields: m, needed: needed, path: path, index: i}) {
				return
			}
		}
	}
}

// kept returns the elements of a list of objects, each with what read returns for it, or nil if
// the list is absent. read of an empty object must be the zero value. The elements are counted as
// values that are made.
func kept[T any](o object, name string, read func(object) T) []T {
	if !o.has(name) {
		return nil
	}
	list, _ := o.fields[name].([]any)
	if !o.r.make(len(list)) {
		return nil
	}
	out := make([]T, len(list))
	for e := range o.objects(name) {
		if len(e.fields) > 0 {
			out[e.index] = read(e)
		}
	}
	return out
}
