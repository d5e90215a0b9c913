package codes

// Errors of decoding an object or a CRD.
const (
	// TypeMetaType: apiVersion or kind is not a string, or the object or CRD that should
	// have them is not a JSON object. Found at the field, or at the root.
	TypeMetaType Code = "type-meta-type"
	// APIVersionFormat: an apiVersion has more than one slash. Found at apiVersion.
	APIVersionFormat Code = "api-version-format"
	// UnexpectedKind: the apiVersion and kind of a CRD, or of the options of a deletion,
	// are not those that the server expects. Found at kind.
	UnexpectedKind Code = "unexpected-kind"
	// FieldType: a value cannot be decoded into the server's type of its field.
	// Found at the value.
	FieldType Code = "field-type"
)
