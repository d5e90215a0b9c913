package codes

// Errors of a request for an object.
const (
	// ResourceVersionRequired: an update has no resourceVersion. Found at
	// metadata.resourceVersion.
	ResourceVersionRequired Code = "resource-version-required"
	// RulesNotChecked: the validation rules were not evaluated because the object
	// has other errors. Found at the root, after all other errors.
	RulesNotChecked Code = "rules-not-checked"
)

// The details of the errors of a request.
const (
	ResourceVersionRequiredDetail = "must be specified for an update"
	RulesNotCheckedDetail         = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"
)

const (
	// DefaultNotPrunable: the default of the root schema is not an object, or the
	// items of the root schema have a default. Found at the default of the root
	// schema, when a stored crd is compiled.
	DefaultNotPrunable Code = "default-not-prunable"
)
