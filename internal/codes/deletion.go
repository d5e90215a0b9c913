package codes

// Errors of the options of a request to delete an object.
const (
	// PolicyTwice: the options have an orphanDependents beside the propagationPolicy. Found
	// at propagationPolicy.
	PolicyTwice Code = "policy-twice"
	// PolicyUnknown: the propagationPolicy is not Foreground, Background or Orphan. Found at
	// propagationPolicy.
	PolicyUnknown Code = "policy-unknown"
	// DryRunUnknown: an element of dryRun is not All. Found at dryRun.
	DryRunUnknown Code = "dry-run-unknown"
	// UnsafeDeletionOption: ignoreStoreReadErrorWithClusterBreakingPotential is set together
	// with another option; one error for each of those. Found at
	// ignoreStoreReadErrorWithClusterBreakingPotential.
	UnsafeDeletionOption Code = "unsafe-deletion-option"
)

// The details of the errors of deletion options.
const (
	PolicyTwiceDetail   = "orphanDependents and deletionPropagation cannot be both set"
	PolicyUnknownDetail = `supported values: "Foreground", "Background", "Orphan", "nil"`
	DryRunUnknownDetail = `supported values: "All"`
)

// UnsafeDeletionOptionDetail returns the detail of an [UnsafeDeletionOption] error.
func UnsafeDeletionOptionDetail(option string) string {
	return "cannot be set together with ." + option
}
