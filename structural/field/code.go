package field

// Code identifies an error regardless of its wording: "max-length". Codes are
// stable; package internal/codes lists them with the server's text for each.
type Code string
