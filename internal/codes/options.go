package codes

import "fmt"

// Errors of the options of a request, its query parameters or its DeleteOptions.
const (
	// FieldManager: the fieldManager of a request has more than 128 bytes or a character
	// that cannot be printed, or an apply patch lacks one. Found at fieldManager.
	FieldManager Code = "field-manager"
	// DryRun: a dryRun is not All. Found at dryRun.
	DryRun Code = "dry-run"
	// FieldValidation: the fieldValidation is not Ignore, Warn or Strict. Found at
	// fieldValidation.
	FieldValidation Code = "field-validation"
	// Force: a patch that is not an apply patch has force. Found at force.
	Force Code = "force"
	// ResourceVersionMatch: the resourceVersionMatch of a list or watch is unknown, or conflicts
	// with its other options. Found at resourceVersionMatch.
	ResourceVersionMatch Code = "resource-version-match"
	// SendInitialEvents: a list that is not a watch has sendInitialEvents. Found at
	// sendInitialEvents.
	SendInitialEvents Code = "send-initial-events"
	// PropagationPolicy: the propagationPolicy of a deletion is unknown, or comes with
	// orphanDependents. Found at propagationPolicy.
	PropagationPolicy Code = "propagation-policy"
	// IgnoreStoreReadError: the option to delete an object that cannot be read comes with
	// another option, or in a request to delete a collection. Found at
	// ignoreStoreReadErrorWithClusterBreakingPotential.
	IgnoreStoreReadError Code = "ignore-store-read-error"
	// IncludeObject: the includeObject of a table is not None, Metadata or Object. Found at
	// includeObject.
	IncludeObject Code = "include-object"
	// WarningHeader: a Warning header cannot be written or read. Found at the root.
	WarningHeader Code = "warning-header"
)

const (
	FieldManagerRequiredDetail  = "is required for apply patch"
	DryRunDetail                = `supported values: "All"`
	FieldValidationDetail       = `supported values: "", "Ignore", "Strict", "Warn"`
	ForceDetail                 = "may not be specified for non-apply patch"
	SendInitialEventsListDetail = "sendInitialEvents is forbidden for list"
	IncludeObjectDetail         = "must be 'Metadata', 'Object', 'None', or empty"
)

const (
	MatchWithoutVersionDetail = "resourceVersionMatch is forbidden unless resourceVersion is provided"
	MatchWithContinueDetail   = "resourceVersionMatch is forbidden when continue is provided"
	MatchOfListDetail         = `supported values: "Exact", "NotOlderThan", ""`
	MatchExactZeroDetail      = `resourceVersionMatch "exact" is forbidden for resourceVersion "0"`
	MatchRequiredDetail       = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"
	MatchOfWatchDetail        = `supported values: "NotOlderThan"`
	MatchWithoutEventsDetail  = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"
)

const (
	PropagationPolicyTwiceDetail   = "orphanDependents and deletionPropagation cannot be both set"
	PropagationPolicyDetail        = `supported values: "Foreground", "Background", "Orphan", "nil"`
	IgnoreStoreReadErrorManyDetail = "is not allowed with DELETECOLLECTION, try again after removing the option"
)

const (
	WarningHeaderCodeDetail             = "code must be between 0 and 999"
	WarningHeaderAgentDetail            = "agent must be valid UTF-8 and must not contain spaces, quotes, backslashes, or control characters"
	WarningHeaderTextDetail             = "text must be valid UTF-8 and must not contain control characters"
	warningHeaderDetail                 = "invalid warning header: "
	WarningHeaderSegmentsDetail         = warningHeaderDetail + "fewer than 3 segments"
	WarningHeaderCodeSegmentDetail      = warningHeaderDetail + "code segment is not 3 digits between 100-299"
	WarningHeaderEmptyAgentDetail       = warningHeaderDetail + "empty agent segment"
	WarningHeaderInvalidAgentDetail     = warningHeaderDetail + "invalid agent"
	WarningHeaderEmptyTextDetail        = warningHeaderDetail + "empty text segment"
	WarningHeaderUnquotedDetail         = warningHeaderDetail + "invalid quoted string: missing initial quote"
	WarningHeaderUnterminatedDetail     = warningHeaderDetail + "invalid quoted string: missing closing quote"
	WarningHeaderInvalidTextDetail      = warningHeaderDetail + "invalid text"
	WarningHeaderUnterminatedDateDetail = warningHeaderDetail + "unterminated date segment"
	WarningHeaderTokenDetail            = warningHeaderDetail + "unexpected token after warn-date"
)

// IgnoreStoreReadErrorDetail words an [IgnoreStoreReadError] error for another option.
func IgnoreStoreReadErrorDetail(option string) string {
	return "cannot be set together with ." + option
}

// FieldManagerDetail words a [FieldManager] or [ManagedFieldsManager] error for a
// character at a position in bytes.
func FieldManagerDetail(character rune, position int) string {
	return fmt.Sprintf("invalid character %#U (at position %d)", character, position)
}
