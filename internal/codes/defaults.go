package codes

// Errors in the defaults of a schema.
const (
	// DefaultUnknownFields: a default has fields that its schema does not specify.
	// Found at the default.
	DefaultUnknownFields Code = "default-unknown-fields"
	// DefaultMetadata: a default below apiVersion, kind or metadata would give a
	// resource invalid metadata. Found at the default.
	DefaultMetadata Code = "default-metadata"
	// DefaultsNotChecked: the errors in defaults have more than about 4 MiB of
	// text, and the remaining defaults were not checked. Found at the root, at the
	// end of the list.
	DefaultsNotChecked Code = "defaults-not-checked"
)

// The details of the errors in defaults. The server does not have [DefaultsNotChecked].
const (
	DefaultUnknownFieldsDetail = "must not have unknown fields"
	DefaultsNotCheckedDetail   = "further defaults are not checked"
)

// DefaultMetadataDetail words a [DefaultMetadata] error with the text of what is wrong
// with the metadata.
func DefaultMetadataDetail(text string) string { return "must result in valid metadata: " + text }
