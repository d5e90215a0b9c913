package crd

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/integral"
	"github.com/seed95800270/crdschema/structural"
)

// reader collects the errors of reading one manifest.
type reader struct {
	names FieldNames
	errs  structural.Errors
}

func (r *reader) report(path structural.Path, value any, detail string) {
	r.errs = append(r.errs, &structural.Error{Path: path, Kind: structural.Undecodable, Code: codes.FieldType, Value: value, Detail: detail})
}

// object is an object of the manifest. Its fields are nil if it is absent. The
// getters report a value of a wrong type and return the zero value for it.
type object struct {
	r      *reader
	fields map[string]any
	path   structural.Path
}

func (o object) at(name string) structural.Path { return o.path.Append(structural.Field(name)) }

// has reports whether a field is present and not null.
func (o object) has(name string) bool { return o.fields[name] != nil }

func (o object) mismatch(name, want string) {
	o.r.report(o.at(name), o.fields[name], codes.FieldTypeDetail(want))
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
	list, ok := o.fields[name].([]any)
	if !ok {
		if o.has(name) {
			o.mismatch(name, "a list")
		}
		return nil
	}
	out := make([]string, len(list))
	for i, e := range list {
		if out[i], ok = e.(string); !ok && e != nil {
			o.r.report(o.at(name).Append(structural.Index(i)), e, codes.FieldTypeDetail("a string"))
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
		o.mismatch(name, "a 32-bit integer")
		o.r.errs[len(o.r.errs)-1].Remark = integral.RemarkOn(o.fields[name])
	}
	return absent
}

func (o object) object(name string) object {
	m, ok := o.fields[name].(map[string]any)
	if !ok && o.has(name) {
		o.mismatch(name, "an object")
	}
	return object{r: o.r, fields: m, path: o.at(name)}
}

func (o object) objects(name string) []object {
	list, ok := o.fields[name].([]any)
	if !ok && o.has(name) {
		o.mismatch(name, "a list")
	}
	out := make([]object, 0, len(list))
	for i, e := range list {
		path := o.at(name).Append(structural.Index(i))
		m, ok := e.(map[string]any)
		if !ok && e != nil {
			o.r.report(path, e, codes.FieldTypeDetail("an object"))
		}
		out = append(out, object{r: o.r, fields: m, path: path})
	}
	return out
}

// Paths are the fields of a crd that a caller reads, as names joined with dots,
// without indices: "spec.versions.name".
type Paths []string

// Of returns those of errs that are at these fields or at values that contain them.
func (f Paths) Of(errs structural.Errors) (out structural.Errors) {
	for _, e := range errs {
		var names []string
		for _, step := range e.Path {
			if step.Kind() != structural.IndexStep {
				names = append(names, step.Name())
			}
		}
		path := strings.Join(names, ".")
		if slices.ContainsFunc(f, func(name string) bool { return name == path || strings.HasPrefix(name, path+".") }) {
			out = append(out, e)
		}
	}
	return out
}
