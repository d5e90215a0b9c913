package gotype

import (
	"github.com/seed95800270/crdschema/internal/jsontext"
)

// JSONType returns the decoder's name for the type of v: null, bool, string, number, array
// or object.
//
// Rule: encoding/json, UnmarshalTypeError.Value.
func JSONType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "bool"
	case string:
		return "string"
	case int64, float64:
		return "number"
	case []any:
		return "array"
	default:
		return "object"
	}
}

// NumberName returns the decoder's name for a number that an integer type cannot hold:
// "number 1.5".
func NumberName(v any) string { return "number " + jsontext.Literal(v) }

// WrongType returns the error of a decoder that finds got, a [JSONType] or [NumberName],
// where it expects a value of goType.
//
// Rule: encoding/json, UnmarshalTypeError.Error.
func WrongType(got, goType string) string {
	return "json: cannot unmarshal " + got + " into Go value of type " + goType
}

// WrongFieldType returns a [WrongType] in a field: "ObjectMeta.metadata.name" is its name
// after the type that has it and the fields that lead there.
//
// Rule: encoding/json, UnmarshalTypeError.Error, with the context that sigs.k8s.io/json
// gives it.
func WrongFieldType(got, field, goType string) string {
	if field == "." { // the value itself
		return WrongType(got, goType)
	}
	return "json: cannot unmarshal " + got + " into Go struct field " + field + " of type " + goType
}
