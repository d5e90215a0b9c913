// Package wire has what a Kubernetes API server's decoder says about the body of
// a request or of a webhook's answer: which group, version and kind it names, and
// the texts of the errors of a body that cannot be decoded.
//
// Bodies are decoded JSON values as structural.Normalize leaves them. The server
// quotes the text of a body and stops at the first error in it; here a body is a
// map, which is quoted as JSON with sorted names and read in that order.
package wire
