package codes

// UnknownField: a field is specified neither by the schema nor by the server's
// structures, or occurs twice. Found at the field.
const UnknownField Code = "unknown-field"
