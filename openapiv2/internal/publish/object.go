package publish

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

type reader struct{ errs structural.Errors }

func (r *reader) report(path structural.Path, kind structural.Kind, value any, detail string) {
	r.errs = append(r.errs, &structural.Error{Path: path, Kind: kind, Code: codes.OpenAPIManifest, Value: value, Detail: detail})
}

// object is an object of the manifest, or a missing one. Its methods report
// values of another type and return zero values for them.
type object struct {
	r      *reader
	fields map[string]any
	path   structural.Path
}

func (o object) at(name string) structural.Path { return o.path.Append(structural.Field(name)) }

// has reports whether a field is present and not null.
func (o object) has(name string) bool { return o.fields[name] != nil }

func (o object) mismatch(name, want string) {
	o.r.report(o.at(name), structural.Undecodable, structural.Omitted, "must be "+want)
}

func (o object) text(name string) string {
	s, ok := o.fields[name].(string)
	if !ok && o.has(name) {
		o.mismatch(name, "a string")
	}
	return s
}

func (o object) required(name string) string {
	s := o.text(name)
	if s == "" {
		o.r.report(o.at(name), structural.Required, structural.Omitted, "")
	}
	return s
}

func (o object) flag(name string, otherwise bool) bool {
	b, ok := o.fields[name].(bool)
	switch {
	case ok:
		return b
	case o.has(name):
		o.mismatch(name, "a boolean")
	}
	return otherwise
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
			o.r.report(path, structural.Undecodable, structural.Omitted, "must be an object")
		}
		out = append(out, object{r: o.r, fields: m, path: path})
	}
	return out
}
