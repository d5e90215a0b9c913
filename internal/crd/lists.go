package crd

import (
	"iter"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

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

// kept returns what read returns for each object of a list, or nil if the list is absent.
// read of an empty object must be the zero value. The elements are counted as made values.
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

func (o object) wrongElement(name string, i int, want string) {
	if o.reports(name) {
		list, _ := o.fields[name].([]any)
		o.report(o.at(name).Append(structural.Index(i)), list[i], codes.FieldTypeDetail(want))
	}
}
