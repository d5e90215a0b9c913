package field

import "fmt"

// Kind is the way in which a value is wrong. The first twelve are the server's
// own; [UnknownField] and [Undecodable] are for messages of its decoder.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, ErrorType.
type Kind uint8

const (
	// Invalid is a value that breaks a rule.
	Invalid Kind = iota
	// TypeInvalid is a value of the wrong JSON type or format.
	TypeInvalid
	// Required is a value that is missing or empty.
	Required
	// Forbidden is a value that must not be there.
	Forbidden
	// NotSupported is a value outside of an enumeration.
	NotSupported
	// Duplicate is a value that must be unique and is not.
	Duplicate
	// NotFound is a reference to something that does not exist.
	NotFound
	// TooLong is a string or a value with too many bytes.
	TooLong
	// TooShort is a string with too few bytes.
	TooShort
	// TooMany is a list or map with too many entries.
	TooMany
	// TooFew is a list or map with too few entries.
	TooFew
	// Internal is a failure that the input did not cause by itself.
	Internal
	// UnknownField is a field that no schema specifies. A server drops it.
	UnknownField
	// Undecodable is a value that the server cannot decode.
	Undecodable
)

// kinds holds the server's constant and printed word for each kind.
var kinds = [...]struct{ constant, word string }{
	Invalid:      {"FieldValueInvalid", "Invalid value"},
	TypeInvalid:  {"FieldValueTypeInvalid", "Invalid value"},
	Required:     {"FieldValueRequired", "Required value"},
	Forbidden:    {"FieldValueForbidden", "Forbidden"},
	NotSupported: {"FieldValueNotSupported", "Unsupported value"},
	Duplicate:    {"FieldValueDuplicate", "Duplicate value"},
	NotFound:     {"FieldValueNotFound", "Not found"},
	TooLong:      {"FieldValueTooLong", "Too long"},
	TooShort:     {"FieldValueTooShort", "Too short"},
	TooMany:      {"FieldValueTooMany", "Too many"},
	TooFew:       {"FieldValueTooFew", "Too few"},
	Internal:     {"InternalError", "Internal error"},
	UnknownField: {"UnknownField", "unknown field"},
	Undecodable:  {"Undecodable", "undecodable"},
}

// String returns the server's constant for the kind, for example "FieldValueInvalid": the reason
// of a status cause.
func (k Kind) String() string {
	if int(k) >= len(kinds) {
		return "Unknown"
	}
	return kinds[k].constant
}

// MarshalText returns what [Kind.String] returns.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the kind with a constant, or returns an error.
func (k *Kind) UnmarshalText(text []byte) error {
	for i := range kinds {
		if kinds[i].constant == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("no kind of error is called %.64q", text)
}

func (k Kind) printsValue() bool {
	switch k {
	case Required, Forbidden, TooLong, TooShort, Internal:
		return false
	default:
		return true
	}
}
