package jsontext

// Type is the type of a JSON value.
type Type uint8

// The types of JSON values.
const (
	Null Type = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the decoder's name for the type: "number".
func (t Type) String() string {
	return [...]string{"null", "bool", "number", "string", "array", "object"}[t]
}

// TypeOf returns the type of the values whose text begins with a byte.
func TypeOf(first byte) Type {
	switch first {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	default:
		return Number
	}
}
