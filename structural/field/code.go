package field

// Code identifies an error regardless of its wording: "max-length". Codes are stable;
// docs/ERRORS.md lists them.
type Code string
