package codes

const (
	// UnknownField: a field is specified neither by the schema nor by the server's
	// types, or keys of a map in metadata become the same when invalid UTF-8 is
	// replaced. Found at the field.
	UnknownField Code = "unknown-field"
)
