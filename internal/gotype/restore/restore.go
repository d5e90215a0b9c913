// Package restore turns maps into what a Go type of the server's API holds after a
// conversion from an unstructured object. The server converts so what a strategic merge or a
// server-side apply has made of an object.
//
//  1. Field names are case-sensitive. An unknown field is dropped, and reported on request.
//  2. null and an absent field are the zero value.
//  3. Integers become the type of their field, even if they do not fit, and so do floats that
//     are whole. A value of another kind ends the conversion.
//  4. Values of types with a custom decoder are decoded as JSON. Unknown fields in them are
//     not reported.
//
// The server takes the fields of maps in random order. This package takes them in byte order.
//
// Rule: k8s.io/apimachinery/pkg/runtime, FromUnstructuredWithValidation.
package restore

import (
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// Error is the reason why an object cannot be converted, in the server's words.
type Error string

func (e Error) Error() string { return string(e) }

// Object returns object as a t holds it, without unknown fields and zero values, and an error
// for each unknown field, sorted by text. It shares values with object. The last result is an
// [Error], or the error of w.
func Object(w *work.Tracker, object map[string]any, t *gotype.Type) (map[string]any, field.Errors, error) {
	r := restorer{work: w}
	out, err := r.structure(object, t)
	if w.Failed() {
		return nil, nil, w.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	work.SortFunc(w, r.unknown, func(a, b *field.Error) int { return strings.Compare(a.Detail, b.Detail) })
	return out, r.unknown, nil
}

type restorer struct {
	work    *work.Tracker
	path    field.Path
	unknown field.Errors
}

func (r *restorer) value(v any, t *gotype.Type) (any, error) {
	if !r.work.Step(1) || v == nil {
		return nil, nil
	}
	switch t.Class {
	case gotype.Freeform:
		return v, nil
	case gotype.Time:
		return r.time(v, t)
	case gotype.SchemaOrBool, gotype.SchemaOrList, gotype.SchemaOrNames:
		return decoded(v, t)
	case gotype.Struct:
		return r.structOf(v, t)
	case gotype.Map:
		return r.mapOf(v, t)
	case gotype.List:
		return r.listOf(v, t)
	case gotype.Base64:
		return r.bytes(v, t)
	default:
		return scalar(v, t)
	}
}

func (r *restorer) structOf(v any, t *gotype.Type) (any, error) {
	object, isObject := v.(map[string]any)
	if !isObject {
		return nil, Error("cannot restore struct from: " + kindOf(v))
	}
	return r.structure(object, t)
}

func (r *restorer) structure(object map[string]any, t *gotype.Type) (map[string]any, error) {
	out := make(map[string]any, len(object))
	for _, f := range t.GoFields() {
		v, err := r.inner(field.Field(f.Name), object[f.Name], f.Type)
		if err != nil {
			return nil, err
		}
		if v != nil {
			out[f.Name] = v
		}
	}
	for name := range object {
		if t.Field(name) == nil {
			r.report(name)
		}
	}
	return out, nil
}

func (r *restorer) report(name string) {
	path := append(r.path, field.Field(name))
	if text := path.Dotted(); r.work.Step(len(text)) {
		r.unknown = append(r.unknown, field.Verbatim(field.Error{
			Path: path.Append(), Kind: field.UnknownField, Code: codes.UnknownField, Value: field.Omitted,
			Detail: codes.UnknownFieldPrefix + ` "` + text + `"`,
		}))
	}
}

func (r *restorer) inner(step field.Step, v any, t *gotype.Type) (any, error) {
	r.path = append(r.path, step)
	v, err := r.value(v, t)
	r.path = r.path[:len(r.path)-1]
	return v, err
}

// mapOf restores a map. As on the server, the path of unknown fields lacks its keys.
func (r *restorer) mapOf(v any, t *gotype.Type) (any, error) {
	object, isObject := v.(map[string]any)
	if !isObject {
		return nil, Error("cannot restore map from " + kindOf(v))
	}
	out := make(map[string]any, len(object))
	for _, name := range work.Sorted(r.work, slices.Collect(maps.Keys(object))) {
		v, err := r.value(object[name], t.Elem)
		if err != nil {
			return nil, err
		}
		if v == nil {
			v = zero(t.Elem)
		}
		out[name] = v
	}
	return out, nil
}

func (r *restorer) listOf(v any, t *gotype.Type) (any, error) {
	list, isList := v.([]any)
	if !isList {
		return nil, Error("cannot restore slice from " + kindOf(v))
	}
	out := make([]any, len(list))
	for i, e := range list {
		v, err := r.inner(field.Index(i), e, t.Elem)
		if err != nil {
			return nil, err
		}
		if v == nil {
			v = zero(t.Elem)
		}
		out[i] = v
	}
	return out, nil
}

// zero returns the zero value of an element: the server encodes it.
func zero(t *gotype.Type) any {
	switch t.Class {
	case gotype.Text:
		return ""
	case gotype.Integer, gotype.Number:
		return int64(0)
	case gotype.Struct:
		return map[string]any{}
	default:
		return nil
	}
}

// bytes keeps text, whose encoding it checks.
func (r *restorer) bytes(v any, t *gotype.Type) (any, error) {
	text, isText := v.(string)
	if !isText {
		return r.listOf(v, t)
	}
	if _, err := base64.StdEncoding.DecodeString(text); err != nil {
		return nil, Error("error decoding from json: " + err.Error())
	}
	return text, nil
}

func (r *restorer) time(v any, t *gotype.Type) (any, error) {
	if _, isText := v.(string); !isText {
		return nil, Error(gotype.WrongType(gotype.JSONType(v), "string"))
	}
	return decoded(v, t)
}

func decoded(v any, t *gotype.Type) (any, error) {
	out, bad := decoder.DecodeValue(v, t)
	if bad != nil {
		return nil, Error(bad.Detail)
	}
	return out, nil
}

func scalar(v any, t *gotype.Type) (any, error) {
	switch v := v.(type) {
	case string:
		if t.Class == gotype.Text {
			return v, nil
		}
	case bool:
		if t.Class == gotype.Flag {
			return v, nil
		}
	case int64:
		switch t.Class {
		case gotype.Integer:
			return wrapped(v, t), nil
		case gotype.Number:
			return v, nil
		case gotype.Text:
			return nil, Error("cannot convert int64 to " + t.Name)
		}
	case float64:
		switch {
		case t.Class == gotype.Number:
			return v, nil
		case t.Class == gotype.Integer && v == math.Trunc(v):
			return wrapped(int64(v), t), nil
		case t.Class == gotype.Integer:
			return nil, Error("cannot convert float64 to " + t.Name)
		}
	}
	return nil, Error("unrecognized type: " + t.GoKind())
}

// wrapped converts an integer as Go does.
func wrapped(i int64, t *gotype.Type) int64 {
	switch t.Bits {
	case 8:
		return int64(uint8(i))
	case 32:
		return int64(int32(i))
	default:
		return i
	}
}

// kindOf returns the kind of the Go type of v.
func kindOf(v any) string {
	switch v.(type) {
	case map[string]any:
		return "map"
	case []any:
		return "slice"
	default:
		return fmt.Sprintf("%T", v)
	}
}
