package codes

const (
	// UnknownField: a field is specified neither by the schema nor by the server's
	// structures, or occurs twice. Found at the field.
	UnknownField Code = "unknown-field"
)
