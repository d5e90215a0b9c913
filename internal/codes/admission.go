package codes

// Errors of a request for an object.
const (
	// ResourceVersionRequired: an update lacks a resourceVersion. Found at
	// metadata.resourceVersion.
	ResourceVersionRequired Code = "resource-version-required"
	// RulesNotChecked: the validation rules were not evaluated because the object
	// has other errors. Found at the root, after all other errors.
	RulesNotChecked Code = "rules-not-checked"
	// PatchUndecodable: the stored object with the patch of a request cannot be decoded,
	// or has unknown or repeated fields under strict field validation, or the patch has
	// them. The value is the text of the patched object. Found at patch, a path outside of
	// objects.
	PatchUndecodable Code = "patch-undecodable"
)

const (
	ResourceVersionRequiredDetail = "must be specified for an update"
	PatchNotJSONDetail            = "invalid JSON patch"
	NoMergePatchDetail            = "Invalid JSON Patch"
	RulesNotCheckedDetail         = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"
)

const (
	// DefaultNotPrunable: the default of the root schema is not an object, or the
	// items of the root schema have a default. Found at the default of the root
	// schema, when a stored CRD is compiled.
	DefaultNotPrunable Code = "default-not-prunable"
)
