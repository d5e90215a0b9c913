package codes

// The words for these codes are in internal/wire, which also has them for errors
// that are not part of a verdict.
const (
	// TypeMetaType: the apiVersion or kind of a body is not a string, or the body
	// is not an object. Found at the field, or at the body.
	TypeMetaType Code = "type-meta-type"
	// APIVersionFormat: an apiVersion has more than one slash. Found at the
	// apiVersion.
	APIVersionFormat Code = "api-version-format"
	// UnexpectedKind: a body is of another kind than the one that is expected.
	// Found at the kind.
	UnexpectedKind Code = "unexpected-kind"
	// FieldType: a value cannot be decoded as the type that the server has for its
	// field. Found at the value.
	FieldType Code = "field-type"
)
