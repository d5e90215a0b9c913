package crd

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// crdReader counts the work of reading one CRD and collects the errors.
type crdReader struct {
	names   FieldNames
	work    *work.Tracker // nil if nothing is counted
	dropped bool          // the result is dropped at once: only steps are counted
	errs    errlist.List
}

func (r *crdReader) step(n int) bool { return r.work == nil || r.work.Step(n) }

func (r *crdReader) make(n int) bool { return r.work == nil || r.dropped || r.work.Make(n) }

// object is an object of the CRD, with nil fields if it is absent. The getters report a
// value of a wrong type, if the caller reads the field, and return the zero value for it.
// Paths are made for errors and schemas only: there may be very many objects.
type object struct {
	r      *crdReader
	fields map[string]any
	needed *Paths          // the fields that the caller reads
	path   structural.Path // of the object, if it has fields, or of the list that it is in
	index  int             // in that list, or notListed
}

const notListed = -1

func (o object) at(name string) structural.Path {
	if o.index == notListed {
		return o.path.Append(structural.Field(name))
	}
	return o.path.Append(structural.Index(o.index), structural.Field(name))
}

// has reports whether a field is present and not null.
func (o object) has(name string) bool { return o.fields[name] != nil }

// mismatch reports a field and returns the error, or nil if it is not listed.
func (o object) mismatch(name, want string) *structural.Error {
	if !o.reports(name) {
		return nil
	}
	return o.report(o.at(name), o.fields[name], codes.FieldTypeDetail(want))
}

// reports reports whether an error of a field is one to list. It counts one that does not
// fit, before its path and text are made.
func (o object) reports(name string) bool {
	needed := o.needed.field(name) != nil
	return needed && !omits(&o.r.errs)
}

func (o object) report(path structural.Path, value any, detail string) *structural.Error {
	return o.r.errs.Add(path, &structural.Error{Kind: field.Undecodable, Code: codes.FieldType, Value: value, Detail: detail})
}

func (o object) text(name string) string {
	s, ok := o.fields[name].(string)
	if !ok && o.has(name) {
		o.mismatch(name, "a string")
	}
	return s
}

func (o object) optionalText(name string) *string {
	s, ok := o.fields[name].(string)
	if !ok {
		o.text(name)
		return nil
	}
	return &s
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
			e.Remark = jsontext.RemarkOn(o.fields[name])
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
