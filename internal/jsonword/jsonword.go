// Package jsonword has the words that the server's decoder uses for JSON values
// in its errors: "json: cannot unmarshal number into …".
package jsonword

// Of is the word for the kind of v, a normalised JSON value: null, bool, string,
// number, array or object.
//
// Rule: encoding/json, UnmarshalTypeError.Value.
func Of(v any) string {
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
