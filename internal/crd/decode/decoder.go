package decode

import (
	"cmp"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// decoder decodes a manifest as the server does. Its methods return the error that
// ends the decoding, or nil if it continues.
type decoder struct {
	path     structural.Path
	names    []string          // the fields in path: errors have neither keys nor indices
	within   string            // the struct that errors name
	outer    string            // the struct around the outermost type with a custom decoder; empty outside of one
	first    *structural.Error // the first error that does not end the decoding
	strict   reports
	silent   reports
	repeated repeatedFields
}

// value decodes v as a t.
func (d *decoder) value(v any, t *crd.Type) *structural.Error {
	switch t.Class {
	case crd.Freeform:
		return nil
	case crd.SchemaOrBool, crd.SchemaOrList, crd.SchemaOrNames:
		return d.custom(v, t)
	case crd.Time:
		return d.time(v, t)
	}
	switch v := v.(type) {
	case nil:
	case map[string]any:
		return d.object(v, t)
	case []any:
		return d.list(v, t)
	case string:
		d.text(v, t)
	case bool:
		if t.Class != crd.Flag {
			d.keep(d.mismatch(v, wire.JSONType(v), t))
		}
	default:
		d.number(v, t)
	}
	return nil
}

func (d *decoder) object(m map[string]any, t *crd.Type) *structural.Error {
	switch t.Class {
	case crd.Struct:
		return d.structure(m, t)
	case crd.Map:
		return d.mapping(m, t)
	default:
		d.keep(d.mismatch(m, wire.JSONType(m), t))
		return nil
	}
}

// structure decodes m as the struct t, and sets the struct that errors name.
func (d *decoder) structure(m map[string]any, t *crd.Type) *structural.Error {
	within := d.within
	for _, name := range slices.Sorted(maps.Keys(m)) {
		field, known := t.Fields[name]
		if !known {
			d.reportUnknown(name)
			continue
		}
		d.reportRepeated(name)
		d.within, d.names = t.Struct, append(d.names, name)
		d.path = append(d.path, structural.Field(name))
		if err := d.value(m[name], field.Type); err != nil {
			return err
		}
		d.path = d.path[:len(d.path)-1]
		d.within, d.names = within, d.names[:len(d.names)-1]
	}
	return nil
}

func (d *decoder) mapping(m map[string]any, t *crd.Type) *structural.Error {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		d.reportRepeated(name)
		if err := d.elem(structural.Key(name), m[name], t.Elem); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) list(l []any, t *crd.Type) *structural.Error {
	if t.Class != crd.List && t.Class != crd.Base64 {
		d.keep(d.mismatch(l, wire.JSONType(l), t))
		return nil
	}
	for i, v := range l {
		if err := d.elem(structural.Index(i), v, t.Elem); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) elem(step structural.Step, v any, t *crd.Type) *structural.Error {
	d.path = append(d.path, step)
	if err := d.value(v, t); err != nil {
		return err
	}
	d.path = d.path[:len(d.path)-1]
	return nil
}

func (d *decoder) text(s string, t *crd.Type) {
	switch t.Class {
	case crd.Text:
	case crd.Base64:
		if _, err := base64.StdEncoding.DecodeString(s); err != nil {
			d.keep(d.failure(s, err.Error()))
		}
	default:
		d.keep(d.mismatch(s, wire.JSONType(s), t))
	}
}

func (d *decoder) number(v any, t *crd.Type) {
	switch {
	case t.Class == crd.Integer && !inRange(v, t):
		d.keep(d.mismatch(v, wire.Number(v), t))
	case t.Class != crd.Integer && t.Class != crd.Number:
		d.keep(d.mismatch(v, wire.JSONType(v), t))
	}
}

// time decodes a time. One that cannot be parsed ends the decoding.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Time.UnmarshalJSON.
func (d *decoder) time(v any, t *crd.Type) *structural.Error {
	if v == nil {
		return nil
	}
	s, ok := v.(string)
	if !ok {
		return d.mismatch(v, wire.JSONType(v), t)
	}
	if _, err := time.Parse(time.RFC3339, wire.ValidUTF8(s)); err != nil {
		return d.failure(v, err.Error())
	}
	return nil
}

// custom decodes a type for which the server has a custom decoder: a schema, or
// another value in its place.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// UnmarshalJSON of JSONSchemaPropsOrBool, JSONSchemaPropsOrArray and
// JSONSchemaPropsOrStringArray.
func (d *decoder) custom(v any, t *crd.Type) *structural.Error {
	switch v := v.(type) {
	case nil:
	case map[string]any:
		return d.separately(func() *structural.Error { return d.structure(v, t.Elem) })
	case bool:
	case []any:
		switch t.Class {
		case crd.SchemaOrList:
			return d.separately(func() *structural.Error { return d.list(v, crd.ListOf(t.Elem)) })
		case crd.SchemaOrNames:
			return d.separately(func() *structural.Error { return d.list(v, names) })
		default:
			return d.failure(v, codes.SchemaOrBoolDetail)
		}
	default:
		if t.Class == crd.SchemaOrBool {
			return d.failure(v, codes.SchemaOrBoolDetail)
		}
	}
	return nil
}

// names is the type of a dependency that is a list of property names.
var names = crd.ListOf(&crd.Type{Class: crd.Text, Name: "string"})

// separately calls decode as a custom decoder: any error in it ends the decoding,
// and names the struct around the outermost such decoder.
func (d *decoder) separately(decode func() *structural.Error) *structural.Error {
	first, outer := d.first, d.outer
	d.first = nil
	if outer == "" {
		d.outer = d.within
	}
	if err := decode(); err != nil {
		return err
	}
	if d.first != nil {
		return d.first
	}
	d.first, d.outer = first, outer
	return nil
}

// keep sets d.first to err, unless an earlier error is there.
func (d *decoder) keep(err *structural.Error) {
	if d.first == nil {
		d.first = err
	}
}

// mismatch returns the error for v, which has the JSON type got and not the type t.
func (d *decoder) mismatch(v any, got string, t *crd.Type) *structural.Error {
	where := cmp.Or(d.outer, d.within) + "." + strings.Join(d.names, ".")
	return d.failure(v, wire.WrongFieldType(got, where, t.Name))
}

// failure returns an error for v at the path of the decoder.
func (d *decoder) failure(v any, detail string) *structural.Error {
	return field.Verbatim(structural.Error{Path: d.path.Append(), Kind: structural.Undecodable, Code: codes.FieldType, Value: v, Detail: detail})
}
