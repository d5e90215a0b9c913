package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

type reader struct{ errs structural.Errors }

func (r *reader) report(path structural.Path, kind structural.Kind, value any, detail string) {
	r.errs = append(r.errs, &structural.Error{Path: path, Kind: kind, Value: value, Detail: detail})
}

// object is an object of the manifest, or nothing at all. Its getters report
// values of another type and give their zero value.
type object struct {
	r      *reader
	fields map[string]any
	path   structural.Path
}

func (o object) at(name string) structural.Path { return o.path.Append(structural.Field(name)) }

// has tells whether a field is there and not null.
func (o object) has(name string) bool { return o.fields[name] != nil }

func (o object) mismatch(name, want string) {
	o.r.report(o.at(name), structural.Undecodable, o.fields[name], fmt.Sprintf("must be %s", want))
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

// oneOf is a text among texts, the first of them if it is absent.
func (o object) oneOf(name string, texts ...string) string {
	s := o.text(name)
	switch {
	case s == "":
		return texts[0]
	case !slices.Contains(texts, s):
		o.r.report(o.at(name), structural.NotSupported, s, "supported values: "+quotedList(texts))
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
			o.r.report(path, structural.Undecodable, e, "must be an object")
		}
		out = append(out, object{r: o.r, fields: m, path: path})
	}
	return out
}

func quotedList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return strings.Join(quoted, ", ")
}

// optionalText is a text, nil if it is absent.
func (o object) optionalText(name string) *string {
	s, ok := o.fields[name].(string)
	if !ok {
		o.text(name)
		return nil
	}
	return &s
}

// texts are a list of texts, nil if it is absent.
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
			o.r.report(o.at(name).Append(structural.Index(i)), structural.Undecodable, e, "must be a string")
		}
	}
	return out
}

// int32 is a number, another one if it is absent.
func (o object) int32(name string, otherwise int32) int32 {
	n, ok := o.fields[name].(int64)
	switch {
	case ok && n == int64(int32(n)):
		return int32(n)
	case o.has(name):
		o.mismatch(name, "a 32-bit integer")
	}
	return otherwise
}
