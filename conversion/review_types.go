package conversion

import (
	"errors"
	"math"
	"strings"

	"github.com/seed95800270/crdschema/internal/wire"
)

// reviewField is a field of a ConversionReview: its name, the server's Go type for
// it, and a predicate for the JSON values that the type accepts.
type reviewField struct {
	name    string
	goType  string
	accepts func(any) bool
	fields  []reviewField // of an object
}

// reviewTypes has the server's types for a ConversionReview by version.
var reviewTypes = map[string]reviewField{"v1": reviewType("v1"), "v1beta1": reviewType("v1beta1")}

// reviewType returns the server's type for a ConversionReview of a version, as a
// field without a name.
func reviewType(version string) reviewField {
	return object("", version+".ConversionReview",
		text("kind", "string"),
		text("apiVersion", "string"),
		object("request", version+".ConversionRequest",
			text("uid", "types.UID"),
			text("desiredAPIVersion", "string"),
			list("objects", "[]runtime.RawExtension"),
		),
		object("response", version+".ConversionResponse",
			text("uid", "types.UID"),
			list("convertedObjects", "[]runtime.RawExtension"),
			resultField,
		),
	)
}

// resultField is the result of a response, a Status.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1, Status.
var resultField = object("result", "v1.Status",
	text("kind", "string"),
	text("apiVersion", "string"),
	object("metadata", "v1.ListMeta",
		text("selfLink", "string"),
		text("resourceVersion", "string"),
		text("continue", "string"),
		integer("remainingItemCount", "int64", math.MinInt64, math.MaxInt64),
	),
	text("status", "string"),
	text("message", "string"),
	text("reason", "v1.StatusReason"),
	object("details", "v1.StatusDetails",
		text("name", "string"),
		text("group", "string"),
		text("kind", "string"),
		text("uid", "types.UID"),
		list("causes", "[]v1.StatusCause"),
		integer("retryAfterSeconds", "int32", math.MinInt32, math.MaxInt32),
	),
	integer("code", "int32", math.MinInt32, math.MaxInt32),
)

func text(name, goType string) reviewField {
	return reviewField{name: name, goType: goType, accepts: isType[string]}
}

func list(name, goType string) reviewField {
	return reviewField{name: name, goType: goType, accepts: isType[[]any]}
}

func object(name, goType string, fields ...reviewField) reviewField {
	return reviewField{name: name, goType: goType, accepts: isType[map[string]any], fields: fields}
}

func integer(name, goType string, least, most int64) reviewField {
	return reviewField{name: name, goType: goType, accepts: func(v any) bool {
		n, ok := v.(int64)
		return ok && least <= n && n <= most
	}}
}

func isType[T any](v any) bool { _, ok := v.(T); return ok }

// checkTypes returns the error of the first field of obj that the server's decoder
// rejects. The error names the Go type that has the field, and the path of the
// field in the review. Every type accepts null.
func checkTypes(obj map[string]any, t reviewField, names ...string) error {
	for _, f := range t.fields {
		v := obj[f.name]
		if v == nil {
			continue
		}
		names := append(names[:len(names):len(names)], f.name)
		if !f.accepts(v) {
			_, typeName, _ := strings.Cut(t.goType, ".")
			return errors.New(wire.WrongFieldType(f.got(v), typeName+"."+strings.Join(names, "."), f.goType))
		}
		if below, ok := v.(map[string]any); ok {
			if err := checkTypes(below, f, names...); err != nil {
				return err
			}
		}
	}
	return nil
}

// got returns the decoder's description of a value that f does not accept: its JSON
// type, or the number itself if an integer field cannot hold it.
func (f reviewField) got(v any) string {
	switch v.(type) {
	case int64, float64:
		if strings.HasPrefix(f.goType, "int") {
			return wire.Number(v)
		}
	}
	return wire.JSONType(v)
}
