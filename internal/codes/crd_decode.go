package codes

const (
	// DuplicateField: the text of a CRD has a field more than once. Found at the
	// field, or at the root if the text is YAML.
	DuplicateField Code = "duplicate-field"
)

// The quoted path follows.
const (
	UnknownFieldPrefix   = "unknown field"
	DuplicateFieldPrefix = "duplicate field"
)
