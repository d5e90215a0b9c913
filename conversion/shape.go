package conversion

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed95800270/crdschema/internal/jsonword"
)

// shape is what a server's decoder demands of a value: a Go type that JSON of
// one kind fits, and of an object also its fields.
type shape struct {
	goType string
	fits   func(any) bool
	fields []namedShape
}

type namedShape struct {
	name string
	shape
}

// reviewShape is the server's type for a ConversionReview of a version.
func reviewShape(version string) shape {
	return shape{goType: version + ".ConversionReview", fits: isObject, fields: []namedShape{
		{"kind", text("string")},
		{"apiVersion", text("string")},
		{"request", shape{goType: version + ".ConversionRequest", fits: isObject, fields: []namedShape{
			{"uid", text("types.UID")},
			{"desiredAPIVersion", text("string")},
			{"objects", list("[]runtime.RawExtension")},
		}}},
		{"response", shape{goType: version + ".ConversionResponse", fits: isObject, fields: []namedShape{
			{"uid", text("types.UID")},
			{"convertedObjects", list("[]runtime.RawExtension")},
			{"result", statusShape},
		}}},
	}}
}

// statusShape is the server's type for a Status.
var statusShape = shape{goType: "v1.Status", fits: isObject, fields: []namedShape{
	{"kind", text("string")},
	{"apiVersion", text("string")},
	{"metadata", shape{goType: "v1.ListMeta", fits: isObject, fields: []namedShape{
		{"selfLink", text("string")},
		{"resourceVersion", text("string")},
		{"continue", text("string")},
		{"remainingItemCount", integer("int64", math.MinInt64, math.MaxInt64)},
	}}},
	{"status", text("string")},
	{"message", text("string")},
	{"reason", text("v1.StatusReason")},
	{"details", shape{goType: "v1.StatusDetails", fits: isObject, fields: []namedShape{
		{"name", text("string")},
		{"group", text("string")},
		{"kind", text("string")},
		{"uid", text("types.UID")},
		{"causes", list("[]v1.StatusCause")},
		{"retryAfterSeconds", integer("int32", math.MinInt32, math.MaxInt32)},
	}}},
	{"code", integer("int32", math.MinInt32, math.MaxInt32)},
}}

func text(goType string) shape { return shape{goType: goType, fits: isText} }
func list(goType string) shape { return shape{goType: goType, fits: isList} }

func integer(goType string, least, most int64) shape {
	return shape{goType: goType, fits: func(v any) bool {
		n, ok := v.(int64)
		return ok && least <= n && n <= most
	}}
}

// check reports the first field of an object that a decoder refuses, in the
// decoder's words, which name the type that has the field and all the names on
// the way to it. Null fits everything.
func (s shape) check(obj map[string]any, way ...string) error {
	for _, f := range s.fields {
		v := obj[f.name]
		if v == nil {
			continue
		}
		way := append(way[:len(way):len(way)], f.name)
		if !f.fits(v) {
			_, typeName, _ := strings.Cut(s.goType, ".")
			return fmt.Errorf("json: cannot unmarshal %s into Go struct field %s.%s of type %s",
				jsonWordOf(v, f.goType), typeName, strings.Join(way, "."), f.goType)
		}
		if fields, ok := v.(map[string]any); ok {
			if err := f.check(fields, way...); err != nil {
				return err
			}
		}
	}
	return nil
}

func isText(v any) bool   { _, ok := v.(string); return ok }
func isList(v any) bool   { _, ok := v.([]any); return ok }
func isObject(v any) bool { _, ok := v.(map[string]any); return ok }

// jsonWordOf is jsonword.Of where an integer is wanted: a number that does not fit
// is named.
func jsonWordOf(v any, goType string) string {
	switch v.(type) {
	case int64, float64:
		if goType == "int32" || goType == "int64" {
			return fmt.Sprint("number ", v)
		}
	}
	return jsonword.Of(v)
}
