package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// JSONType returns the decoder's name for the type of v, a normalized JSON value:
// null, bool, string, number, array or object.
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

// Number returns the decoder's name for a number that the integer type of its field
// cannot hold: "number 1.5".
func Number(v any) string { return "number " + Literal(v) }

// Literal returns the number v as it is written in JSON text. A float64 that is a
// whole number was written with a fraction: without one it would be an int64.
func Literal(v any) string {
	if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return JSON(v)
}

// WrongType returns the error of a decoder that finds got, a result of [JSONType] or
// [Number], where it expects a value of goType.
//
// Rule: encoding/json, UnmarshalTypeError.Error.
func WrongType(got, goType string) string {
	return "json: cannot unmarshal " + got + " into Go value of type " + goType
}

// WrongFieldType returns the error of a decoder that finds got, a result of
// [JSONType] or [Number], in a field of goType. field is the name of the field, after
// the type that has it and the fields that lead there: "ObjectMeta.metadata.name".
//
// Rule: encoding/json, UnmarshalTypeError.Error, with the context that
// sigs.k8s.io/json gives it.
func WrongFieldType(got, field, goType string) string {
	return "json: cannot unmarshal " + got + " into Go struct field " + field + " of type " + goType
}

// ValidUTF8 returns s with U+FFFD for each byte that is not UTF-8, as a JSON decoder
// does.
func ValidUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// JSON returns v as JSON text with sorted names.
func JSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil { // v is not normalized
		return fmt.Sprintf("%T", v)
	}
	return string(text)
}
