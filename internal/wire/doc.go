// Package wire reads the group, version and kind of the body of a request or of a
// webhook's response, and returns the error texts of a Kubernetes API server for a
// body that cannot be decoded.
//
// A body is text, or a decoded JSON value as structural.Normalize returns it. The
// server quotes the text of a body and stops at the first error in it; a value is
// quoted as JSON with sorted names and read in that order.
package wire
