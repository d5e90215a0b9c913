package codes

// The codes of a request for an object, which package crdschema reports.
const (
	// ResourceVersionRequired: an update does not state which version of the
	// object it updates. Found at metadata.resourceVersion.
	ResourceVersionRequired Code = "resource-version-required"
	// RulesNotChecked: the validation rules were not evaluated because of other
	// errors. Found at the root, after all other errors.
	RulesNotChecked Code = "rules-not-checked"
)

// The server's words for these codes.
const (
	ResourceVersionRequiredDetail = "must be specified for an update"
	RulesNotCheckedDetail         = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"
)

const (
	// DefaultNotPrunable: the default of a whole object cannot be pruned. Found at the
	// default, when a stored crd is compiled.
	DefaultNotPrunable Code = "default-not-prunable"
)
